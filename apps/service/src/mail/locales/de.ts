import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  subject: (wallet) => `Ihr Anmeldecode für ${wallet}`,
  preheader: (minutes) => `Der Code gilt einmal und ${minutes} Minuten lang.`,
  heading: (wallet) => `Bei ${wallet} anmelden`,
  intro: 'Geben Sie diesen Code im Wallet-Fenster ein:',
  expiry: (minutes) => `Er gilt einmal und läuft in ${minutes} Minuten ab.`,
  site: 'Angefordert auf der Seite',
  app: 'Name der App',
  unverified: '(so nennt sich die Seite selbst, nicht geprüft)',
  time: 'Zeit',
  where: (walletHost) =>
    `Geben Sie den Code nur im Wallet-Fenster ein, das ${walletHost} anzeigt. Niemand, der an der Wallet arbeitet, fragt Sie danach.`,
  ignore:
    'Wenn Sie keinen Code angefordert haben, ignorieren Sie diese Mail. Ohne den Code kann sich niemand anmelden.',
}
