import type { AccountTypeWords } from './en.ts'

/** German words about the kinds of account. */
export const accountTypeDe: AccountTypeWords = {
  smart: 'Smart-Konto',
  plain: 'Einfaches Konto',
  smartHelp: 'Erledigt mehrere Aufrufe in einem Schritt, und jemand anders kann die Gebühr zahlen.',
  plainHelp: 'Ein Schlüssel und eine Adresse. Jede Seite kennt diese Art.',
  notHere: 'Nicht auf {network}',
  deployed: 'Es ist auf {network} eingerichtet.',
  undeployed: 'Es wird auf {network} mit Ihrer ersten Transaktion eingerichtet.',
  networks: 'Smart-Konten gibt es auf {names}.',
  apart: 'Jedes Konto hat seine eigene Adresse und sein eigenes Guthaben. Der Wechsel bewegt nichts.',
  notice: 'Diese Anwendung unterstützt Smart-Konten vielleicht nicht',
  noticeHelp: 'Nimmt eine Seite Ihre Signatur nicht an, verwenden Sie dort das einfache Konto.',
  single: 'Diese Wallet hat auf dieser Seite ein einziges Konto.',
  switched: 'Sie verwenden jetzt: {name}',
}
