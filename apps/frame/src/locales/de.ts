import type { EntryMessages } from './Locale.ts'

/** German, for what shows first. */
export const de: EntryMessages = {
  'code.title': 'Geben Sie den Code ein, den wir an {email} geschickt haben',
  'code.titlePrimary': 'Geben Sie den Code ein, den wir an Ihre bisherige Adresse {email} geschickt haben',
  'code.titleSecondary': 'Geben Sie den Code ein, den wir an Ihre neue Adresse {email} geschickt haben',
  'code.step': 'Schritt {step} von 2',
  'code.where': 'Geben Sie ihn nur hier ein, auf {host}',
  'code.field': 'Code aus der E-Mail',
  'code.checking': 'Der Code wird geprüft',
  'code.wrong': 'Dieser Code stimmt nicht. Sehen Sie in der neuesten E-Mail nach.',
  'code.wrong_one': 'Dieser Code stimmt nicht. Noch {count} Versuch.',
  'code.wrong_other': 'Dieser Code stimmt nicht. Noch {count} Versuche.',
  'code.locked': 'Das war der dritte falsche Code. Fordern Sie einen neuen an.',
  'code.expired': 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
  'code.gone': 'Dieser Code wurde verwendet oder ersetzt. Fordern Sie einen neuen an.',
  'code.unreachable': 'Wir erreichen den Wallet-Dienst nicht. Ihr Code bleibt erhalten.',
  'code.discarded':
    'Die neue Wallet hat ihre Prüfung nicht bestanden und wurde verworfen. Es ist nichts verloren.',
  'code.tooMany': 'An diese Adresse gingen zu viele Codes. Versuchen Sie es später erneut.',
  'code.mail':
    'Wir konnten die E-Mail nicht senden. Ihre Adresse ist in Ordnung. Versuchen Sie es in einer Minute erneut.',
  'code.failed': 'Etwas ist schiefgegangen. Ihr Code bleibt erhalten.',
  'code.spam': 'Das kann eine Minute dauern. Sehen Sie auch im Spam-Ordner nach.',
  'code.resend': 'Neuen Code senden',
  'code.resendIn': 'Neuer Code in {seconds} s',
  'code.resending': 'Ein neuer Code wird gesendet',
  'code.resent': 'Wir haben einen neuen Code gesendet.',
  'code.wrongEmail': 'Falsche E-Mail-Adresse?',
  'code.cancel': 'Abbrechen',
  'code.tryAgain': 'Erneut versuchen',
}
