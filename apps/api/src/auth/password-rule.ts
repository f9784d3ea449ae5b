import { InvalidValueError } from '../http/errors/invalid-value-error.ts';

/** The most used passwords of twelve characters and more, and the patterns behind the others. Lower case. */
const COMMON = new Set([
  '123456789012', '1234567890123', '12345678901234', '123456123456', '123123123123', '112233445566', '111222333444', '987654321098', '098765432109', '012345678910',
  'qwertyuiop12', 'qwertyuiop123', 'qwertyuiopasdfghjkl', 'qwerty123456', 'qwertyqwerty', 'asdfghjkl123', 'asdfghjklzxcvbnm', 'zxcvbnm12345', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u8i', 'q1w2e3r4t5y6', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv',
  'password1234', 'password12345', 'password123456', 'passwordpassword', 'passw0rd1234', 'p@ssw0rd1234', 'p@ssword1234', 'mypassword123', 'changeme1234', 'changemenow1', 'letmein12345', 'letmeinplease', 'welcome12345', 'welcome123456', 'iloveyou1234', 'iloveyou12345', 'iloveyouforever',
  'administrator', 'administrator1', 'admin1234567', 'admin123456789', 'adminadmin12', 'adminadminadmin', 'rootrootroot', 'superadmin123', 'testtesttest', 'test12345678', 'testing12345', 'default12345', 'secret123456', 'topsecret123',
  'abcdefghijkl', 'abcdefghijklmnop', 'abcdefghijklmnopqrstuvwxyz', 'abc123abc123', 'abcd12345678', 'aaaaaaaaaaaa', 'correcthorsebatterystaple', 'trustno1trustno1', 'football1234', 'baseball1234', 'princess1234', 'sunshine1234', 'dragon123456', 'monkey123456', 'superman1234', 'michael12345', 'computer1234', 'internet1234', 'thisispassword', 'ihavenopassword',
]);

/** Errors: InvalidValueError on the field `password`. Lengths are the contract's business. */
export function refuseWeakPassword(password: string, email: string): void {
  const lower = password.toLowerCase();
  const mailbox = email.split('@')[0] ?? '';
  const isOwnName = mailbox.length >= 4 && lower.replaceAll(/[^a-z]/g, '') === mailbox.replaceAll(/[^a-z]/g, '');
  const isRepetition = /^(.{1,4})\1+$/.test(lower);
  if (!COMMON.has(lower) && !isOwnName && !isRepetition && lower !== email) return;
  throw new InvalidValueError({ password: { code: 'too_common', message: 'This password is among the first that are guessed. Take several words of your own.' } });
}
