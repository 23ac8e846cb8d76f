import type { PageTexts } from './PageTexts.ts'

export const de: PageTexts = {
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
  used: 'Diese Anmeldung wurde schon beantwortet',
  usedHelp: 'Falls Sie nicht angemeldet sind, schließen Sie dieses Fenster und beginnen Sie von vorn.',
}
