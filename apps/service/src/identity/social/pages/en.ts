import type { PageTexts } from './PageTexts.ts'

export const en: PageTexts = {
  opening: (network) => (network ? `Opening ${network}…` : 'Opening the sign-in page…'),
  comeBack: 'Sign in there. This window brings you back.',
  late: 'This takes longer than usual. Close this window and try again on the page where you began.',
  confirmed: (network) => `${network} has confirmed who you are`,
  declined: (network) => `You stopped the sign-in at ${network}`,
  failed: (network) => `${network} could not sign you in`,
  expired: 'This sign-in took too long',
  closing: (site) => `This window closes by itself. Go on at ${site}.`,
  stillOpen: 'Still here? You can close this window now.',
  lost: (site) =>
    `This window has lost its way back to ${site}, so you are not signed in there yet. Close it and choose “Try again” on that page.`,
  foreign: 'This sign-in was not started here',
  foreignHelp:
    'Nothing was shared. Close this window and start again on the page that you want to sign in to.',
  used: 'This sign-in has been answered already',
  usedHelp: 'If you are not signed in, close this window and start again.',
}
