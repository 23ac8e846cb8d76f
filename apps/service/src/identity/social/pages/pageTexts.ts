/** Texts of the pages that a sign-in at a social network passes through. `network` is its own name, or null for any. */
export type PageTexts = {
  opening: (network: string | null) => string
  comeBack: string
  late: string
  confirmed: (network: string) => string
  declined: (network: string) => string
  failed: (network: string) => string
  expired: string
  closing: (site: string) => string
  stillOpen: string
  lost: (site: string) => string
  foreign: string
  foreignHelp: string
  /** The person is asked before a site hears of the sign-in. */
  consent: (site: string) => string
  begun: (site: string, browser: string, place: string) => string
  notYou: string
  goOn: (site: string) => string
  elsewhere: string
  elsewhereHelp: string
  used: string
  usedHelp: string
}

const de: PageTexts = {
  opening: (network) => (network ? `${network} wird geöffnet …` : 'Die Anmeldeseite wird geöffnet …'),
  comeBack: 'Melden Sie sich dort an. Dieses Fenster bringt Sie zurück.',
  late: 'Das dauert länger als üblich. Schließen Sie dieses Fenster und versuchen Sie es auf der Seite erneut, auf der Sie begonnen haben.',
  confirmed: (network) => `${network} hat Sie bestätigt`,
  declined: (network) => `Sie haben die Anmeldung bei ${network} abgebrochen`,
  failed: (network) => `${network} konnte Sie nicht anmelden`,
  expired: 'Diese Anmeldung hat zu lange gedauert',
  closing: (site) => `Dieses Fenster schließt sich von selbst. Weiter geht es auf ${site}.`,
  stillOpen: 'Noch hier? Sie können dieses Fenster jetzt schließen.',
  lost: (site) =>
    `Dieses Fenster hat den Weg zurück zu ${site} verloren. Sie sind dort noch nicht angemeldet. Schließen Sie es und wählen Sie dort „Erneut versuchen“.`,
  foreign: 'Diese Anmeldung wurde nicht hier begonnen',
  foreignHelp:
    'Es wurde nichts weitergegeben. Schließen Sie dieses Fenster und beginnen Sie von vorn auf der Seite, bei der Sie sich anmelden möchten.',
  consent: (site) => `Auf ${site} anmelden?`,
  begun: (site, browser, place) =>
    `Diese Anmeldung wurde auf ${site} begonnen, mit ${browser} im Netz ${place}.`,
  notYou:
    'Waren Sie das nicht, oder hat jemand Sie hierher geschickt? Dann schließen Sie dieses Fenster: Es wurde nichts weitergegeben.',
  goOn: (site) => `Weiter zu ${site}`,
  elsewhere: 'Diese Anmeldung wurde auf einem anderen Gerät begonnen',
  elsewhereHelp:
    'Sie endet nur in dem Browser und dem Netz, in denen sie begann. Es wurde nichts weitergegeben. Schließen Sie dieses Fenster und beginnen Sie von vorn auf der Seite, bei der Sie sich anmelden möchten.',
  used: 'Diese Anmeldung wurde schon beantwortet',
  usedHelp: 'Falls Sie nicht angemeldet sind, schließen Sie dieses Fenster und beginnen Sie von vorn.',
}

const en: PageTexts = {
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
  consent: (site) => `Sign in on ${site}?`,
  begun: (site, browser, place) =>
    `This sign-in was begun on ${site}, with ${browser} in the network ${place}.`,
  notYou:
    'Was that not you, or did somebody send you here? Then close this window: nothing has been passed on.',
  goOn: (site) => `Continue to ${site}`,
  elsewhere: 'This sign-in was begun on another device',
  elsewhereHelp:
    'It ends only in the browser and the network in which it began. Nothing was passed on. Close this window and start again on the page that you want to sign in to.',
  used: 'This sign-in has been answered already',
  usedHelp: 'If you are not signed in, close this window and start again.',
}

const catalogues: Readonly<Record<string, PageTexts>> = { en, de }

/**
 * The texts of the first language that there are some for; English for none.
 *
 * @param wanted BCP 47 tags or an Accept-Language header, as somebody else wrote them
 */
export function choosePageTexts(...wanted: readonly (string | null | undefined)[]): {
  language: string
  texts: PageTexts
} {
  const tags = wanted.flatMap((text) => (text ?? '').slice(0, 256).split(','))
  const languages = tags.map((tag) => /^\s*([A-Za-z]{2,3})\b/.exec(tag)?.[1]?.toLowerCase() ?? '')
  const language = languages.find((candidate) => Object.hasOwn(catalogues, candidate)) ?? 'en'
  return { language, texts: catalogues[language] ?? en }
}
