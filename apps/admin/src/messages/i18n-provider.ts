import polyglotI18nProvider from 'ra-i18n-polyglot';
import raMessages from 'ra-language-english';
import { en } from './en.ts';

export const i18nProvider = polyglotI18nProvider(() => ({ ...raMessages, ...en }), 'en');
