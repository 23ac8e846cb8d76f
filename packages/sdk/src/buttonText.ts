/** The button's few words; the modal's catalogue is loaded later, with the modal. */
const TEXTS = {
  en: {
    connect: 'Connect',
    connecting: 'Connecting…',
    account: (account: string, network?: string) =>
      network ? `Wallet ${account} on ${network}` : `Wallet ${account}`,
  },
  de: {
    connect: 'Verbinden',
    connecting: 'Verbindet…',
    account: (account: string, network?: string) =>
      network ? `Wallet ${account}, Netzwerk ${network}` : `Wallet ${account}`,
  },
}

export type ButtonText = (typeof TEXTS)['en']

/** Words in the asked language, else the page's, else English. */
export function buttonText(locale: string | undefined): ButtonText {
  const page = typeof document === 'undefined' ? '' : document.documentElement.lang
  const language = (locale ?? page).toLowerCase().split('-')[0]
  return language === 'de' ? TEXTS.de : TEXTS.en
}
