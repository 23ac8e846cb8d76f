import type { MailTexts } from './MailTexts.ts'

const login = {
  subject: (wallet: string) => `Your ${wallet} sign-in code`,
  heading: (wallet: string) => `Sign in to ${wallet}`,
  intro: 'Enter this code in the wallet window:',
  ignore: 'If you did not ask for a code, ignore this mail. Nobody can sign in without the code.',
}

export const en: MailTexts = {
  facts: {
    site: 'Requested on the site',
    usedSite: 'On the site',
    app: 'App name',
    named: (name) => `“${name}” (as the site calls itself, not verified)`,
    browser: 'Browser',
    browserName: { on: (browser, system) => `${browser} on ${system}`, unknown: 'Unknown browser' },
    place: 'Network',
    time: 'Time',
    newAddress: 'New address',
    exported: 'Shown',
    network: 'Way to sign in',
    change: 'Change',
  },
  code: {
    preheader: (minutes) => `The code works once, for ${minutes} minutes.`,
    expiry: (minutes) => `It works once and expires in ${minutes} minutes.`,
    where: (walletHost) =>
      `Type the code only in the wallet window, which shows ${walletHost}. Nobody who works on the wallet will ask you for it.`,
    purposes: {
      login,
      account: {
        ...login,
        subject: (wallet) => `Your code for the ${wallet} security page`,
        heading: (wallet) => `Open the security page of ${wallet}`,
        intro: 'Enter this code on the security page. From there, keys can be exported:',
      },
      'email-old': {
        subject: (wallet) => `Confirm the change of your ${wallet} address`,
        heading: () => 'Do you want another e-mail address?',
        intro:
          'Somebody who is signed in to your wallet wants to replace this address. If that is you, enter this code:',
        ignore:
          'If that is not you, do not give the code to anybody: the address stays as it is. Then open the security page of the wallet and end the sessions that you do not know.',
      },
      'email-new': {
        subject: (wallet) => `Confirm your new ${wallet} address`,
        heading: () => 'Confirm your new e-mail address',
        intro: 'Enter this code in the wallet window, and you sign in with this address from then on:',
        ignore: 'If you did not ask for it, ignore this mail. Nothing happens without the code.',
      },
    },
  },
  device: {
    subject: (wallet) => `Is this you? A device wants to sign in to ${wallet}`,
    heading: (wallet) => `A device wants to sign in to ${wallet}`,
    preheader: (minutes) => `Answer within ${minutes} minutes.`,
    intro: 'Somebody entered your e-mail address on this device:',
    number:
      'Open the link and compare: the page shows two digits, and they must be those in the wallet window.',
    button: 'Look at the request',
    expiry: (minutes) => `The link works once and for ${minutes} minutes. Opening it alone allows nothing.`,
    ignore:
      'If that is not you, open the link and refuse, or ignore this mail. Nobody is signed in without your answer.',
  },
  newDevice: {
    subject: (wallet) => `New sign-in to ${wallet}`,
    heading: (wallet) => `A new device signed in to ${wallet}`,
    preheader: 'If that was you, there is nothing to do.',
    intro: 'This device signed in to your account for the first time:',
    otherwise:
      'If that was you, there is nothing to do. If not, freeze your account now: every device is signed out and nobody can use your keys until you lift it.',
    button: 'This was not me',
    expiry: (days) => `The link works once and for ${days} days. It asks again before anything happens.`,
  },
  emailChanged: {
    subject: (wallet) => `Your ${wallet} address was changed`,
    heading: () => 'This address no longer signs in',
    preheader: 'If that was not you, put this address back.',
    intro: 'The e-mail address of your wallet was changed:',
    otherwise:
      'If that was you, there is nothing to do. If not, put this address back: every device is signed out and the account is frozen until you lift it.',
    button: 'Put my address back',
    expiry: (days) => `The link works once and for ${days} days. It asks again before anything happens.`,
  },
  emailAdded: {
    subject: (wallet) => `You now sign in to ${wallet} with this address`,
    heading: () => 'Your new address is in force',
    preheader: 'Export and changes of recovery wait for a day.',
    intro: 'From now on you sign in to your wallet with this address.',
    otherwise:
      'For the next 24 hours, keys cannot be exported and the ways to recover cannot be changed. That gives the owner of the earlier address time to object.',
  },
  identityAdded: {
    subject: (wallet) => `A way to sign in was added to ${wallet}`,
    heading: () => 'There is a new way to sign in to your account',
    preheader: 'If that was you, there is nothing to do.',
    intro: 'Somebody who had just signed in added it on the security page:',
    otherwise:
      'If that was you, there is nothing to do. If not, remove it on the security page and sign the devices out that you do not know.',
    button: 'Open the security page',
  },
  recoveryChanged: {
    subject: (wallet) => `The recovery of your ${wallet} account was changed`,
    heading: () => 'The ways to recover your wallet were changed',
    preheader: 'If that was you, there is nothing to do.',
    intro: 'Somebody who had just signed in did this on the security page:',
    otherwise:
      'If that was you, there is nothing to do. If not, look at the ways to recover and at your devices on the security page, and move what you own to a new wallet.',
    button: 'Open the security page',
    what: {
      'passkey-added': 'A passkey was added',
      'way-removed': 'A way to recover was removed',
      protected: 'The wallet is protected now: signing in alone opens it on no new device',
    },
  },
  exported: {
    subject: (wallet) => `Your ${wallet} key was exported`,
    heading: () => 'Your key was exported',
    preheader: 'Whoever has it can spend everything.',
    intro: 'The security page of your wallet was used to show or save this:',
    otherwise:
      'Whoever has it can spend everything, now and later. If that was not you, move what you own to a new wallet at once.',
    button: 'Open the security page',
    what: { key: 'Private key', phrase: 'Recovery phrase', kit: 'Recovery kit' },
  },
  frozen: {
    subject: (wallet) => `Your ${wallet} account is frozen`,
    heading: () => 'Your account is frozen',
    preheader: 'Every device was signed out.',
    intro: 'You reported a sign-in. Every device was signed out, and nobody can use your keys.',
    otherwise:
      'To use the wallet again, sign in on the security page, check your devices and lift the freeze there.',
    button: 'Open the security page',
  },
}
