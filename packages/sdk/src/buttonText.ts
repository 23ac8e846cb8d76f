/** The button's few words; the modal's catalogue is loaded later, with the modal. */
const TEXTS = {
  en: {
    connect: 'Connect',
    connecting: 'Connecting…',
    failed: 'Could not open. Try again',
    account: (account: string, network?: string) =>
      network ? `Wallet ${account} on ${network}` : `Wallet ${account}`,
  },
  de: {
    connect: 'Verbinden',
    connecting: 'Verbindet…',
    failed: 'Nicht geöffnet. Erneut versuchen',
    account: (account: string, network?: string) =>
      network ? `Wallet ${account}, Netzwerk ${network}` : `Wallet ${account}`,
  },
}

export type ButtonText = (typeof TEXTS)['en']

/** Words in the asked language, else the page's, else the browser's, else English. */
export function buttonText(locale: string | undefined): ButtonText {
  const wishes = [locale, document.documentElement.lang, ...navigator.languages]
  const language = wishes
    .map((wish) => wish?.toLowerCase().split('-')[0])
    .find((wish) => wish && wish in TEXTS)
  return language === 'de' ? TEXTS.de : TEXTS.en
}
