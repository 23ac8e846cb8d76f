export type MailTexts = {
  subject: (wallet: string) => string
  preheader: (minutes: number) => string
  heading: (wallet: string) => string
  intro: string
  expiry: (minutes: number) => string
  site: string
  app: string
  unverified: string
  time: string
  where: (walletHost: string) => string
  ignore: string
}

export const en: MailTexts = {
  subject: (wallet) => `Your ${wallet} sign-in code`,
  preheader: (minutes) => `The code works once, for ${minutes} minutes.`,
  heading: (wallet) => `Sign in to ${wallet}`,
  intro: 'Enter this code in the wallet window:',
  expiry: (minutes) => `It works once and expires in ${minutes} minutes.`,
  site: 'Requested on the site',
  app: 'App name',
  unverified: '(as the site calls itself, not verified)',
  time: 'Time',
  where: (walletHost) =>
    `Type the code only in the wallet window, which shows ${walletHost}. Nobody who works on the wallet will ask you for it.`,
  ignore: 'If you did not ask for a code, ignore this mail. Nobody can sign in without the code.',
}
