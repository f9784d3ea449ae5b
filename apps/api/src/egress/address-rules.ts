import ipaddr from 'ipaddr.js';

/** Reachable from the inside of a cloud only, although the address looks public. */
const metadataAddresses = new Set(['168.63.129.16']);

/** True only for addresses of the public internet, after every form that carries an IPv4 address was unwrapped. */
export function isPublicAddress(address: string): boolean {
  // A zone index means link-local; it also never belongs to a public address.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? isPublicIpv4(parsed as ipaddr.IPv4) : isPublicIpv6(parsed as ipaddr.IPv6);
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast' && !metadataAddresses.has(address.toString());

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  const embedded = embeddedIpv4(address);
  if (embedded.length > 0) return embedded.every(isPublicIpv4);
  // Global unicast is 2000::/3 and nothing else; site-local and what is not assigned fall outside.
  return address.range() === 'unicast' && (address.parts[0]! & 0xe000) === 0x2000;
}

/** The IPv4 addresses inside a mapped, compatible, translated, NAT64, 6to4, Teredo or ISATAP address. */
function embeddedIpv4({ parts }: ipaddr.IPv6): ipaddr.IPv4[] {
  const at = (index: number, mask = 0) => fromWords(parts[index]! ^ mask, parts[index + 1]! ^ mask);
  const startsWith = (...words: number[]) => words.every((word, index) => parts[index] === word);
  if (startsWith(0, 0, 0, 0, 0, 0xffff)) return [at(6)];
  if (startsWith(0, 0, 0, 0, 0xffff, 0)) return [at(6)];
  // Compatible; the unspecified address and the loopback unwrap to 0.0.0.0/8, which is denied too.
  if (startsWith(0, 0, 0, 0, 0, 0)) return [at(6)];
  if (startsWith(0x64, 0xff9b)) return [at(6)];
  if (startsWith(0x2002)) return [at(1)];
  if (startsWith(0x2001, 0)) return [at(2), at(6, 0xffff)];
  if ((parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe) return [at(6)];
  return [];
}

const fromWords = (high: number, low: number): ipaddr.IPv4 => new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
