import type { EntryMessages } from './Locale.ts'

/** German, for what shows first. */
export const de: EntryMessages = {
  'code.title': 'Gib den Code ein, den wir an {email} geschickt haben',
  'code.where': 'Tippe ihn nur hier ein, auf {host}',
  'code.field': 'Code aus der E-Mail',
  'code.checking': 'Der Code wird geprüft',
  'code.wrong': 'Dieser Code stimmt nicht. Sieh in der neuesten E-Mail nach.',
  'code.wrong_one': 'Dieser Code stimmt nicht. Noch {count} Versuch.',
  'code.wrong_other': 'Dieser Code stimmt nicht. Noch {count} Versuche.',
  'code.locked': 'Das war der dritte falsche Code. Fordere einen neuen an.',
  'code.expired': 'Dieser Code ist abgelaufen. Fordere einen neuen an.',
  'code.gone': 'Dieser Code wurde benutzt oder ersetzt. Fordere einen neuen an.',
  'code.unreachable': 'Wir erreichen den Wallet-Dienst nicht. Dein Code bleibt stehen.',
  'code.discarded':
    'Die neue Wallet hat ihre Prüfung nicht bestanden und wurde verworfen. Nichts ist verloren.',
  'code.tooMany': 'An diese Adresse gingen zu viele Codes. Versuche es später noch einmal.',
  'code.mail':
    'Wir konnten die E-Mail nicht senden. Deine Adresse stimmt. Versuche es in einer Minute noch einmal.',
  'code.failed': 'Etwas ist schiefgegangen. Dein Code bleibt stehen.',
  'code.spam': 'Das kann eine Minute dauern. Sieh auch im Spam nach.',
  'code.resend': 'Neuen Code senden',
  'code.resendIn': 'Neuer Code in {seconds} s',
  'code.resending': 'Ein neuer Code wird gesendet',
  'code.resent': 'Wir haben einen neuen Code gesendet.',
  'code.wrongEmail': 'Falsche E-Mail-Adresse?',
  'code.tryAgain': 'Noch einmal versuchen',
}
