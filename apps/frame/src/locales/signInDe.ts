import type { SignInMessages } from './Locale.ts'

/** German, for the ways to sign in that have a screen of their own. */
export const signInDe: SignInMessages = {
  'signIn.unreachable': 'Wir erreichen den Wallet-Dienst nicht. Wir versuchen es weiter.',
  'signIn.failed': 'Etwas ist schiefgegangen. Es wurde nichts geändert.',
  'signIn.tryAgain': 'Erneut versuchen',
  'signIn.minutes_one': 'Noch {count} Minute gültig',
  'signIn.minutes_other': 'Noch {count} Minuten gültig',

  'device.title': 'Per E-Mail bestätigen',
  'device.body':
    'Wir haben einen Link an {email} geschickt. Öffnen Sie ihn und bestätigen Sie nur, wenn die Seite diese Zahl zeigt:',
  'device.number': 'Ihre Zahl',
  'device.waiting': 'Wir warten auf Ihre Antwort',
  'device.approved': 'Bestätigt. Wir schicken Ihnen einen Code.',
  'device.refused': 'Sie haben diese Anmeldung per E-Mail abgelehnt',
  'device.refused.body': 'Dieser Browser kann morgen wieder fragen.',
  'device.expired': 'Diese Anfrage ist abgelaufen',
  'device.expired.body': 'Geben Sie Ihre E-Mail-Adresse erneut ein, dann kommt ein neuer Link.',
  'device.mail':
    'Sie haben bestätigt, aber wir konnten den Code nicht senden. Wir versuchen es gleich erneut.',
  'device.resend': 'Link erneut senden',
  'device.resendIn': 'Neuer Link in {seconds} s',
  'device.resent': 'Wir haben einen neuen Link gesendet. Die Zahl ist jetzt eine andere.',
  'device.tooMany':
    'Es sind schon zu viele Links offen. Nutzen Sie die neueste E-Mail oder warten Sie zehn Minuten.',
  'device.notSent': 'Wir konnten die E-Mail nicht senden. Versuchen Sie es in einer Minute erneut.',
  'device.wrongEmail': 'Falsche E-Mail-Adresse?',
  'device.otherEmail': 'Andere Adresse verwenden',

  'farcaster.title': 'Mit Farcaster anmelden',
  'farcaster.scan': 'Scannen Sie den Code mit Ihrem Telefon und bestätigen Sie in der App.',
  'farcaster.open': 'Bestätigen Sie in der App und kehren Sie dann hierher zurück.',
  'farcaster.qr': 'QR-Code, der die Farcaster-App öffnet',
  'farcaster.openApp': 'Farcaster-App öffnen',
  'farcaster.copy': 'Link kopieren',
  'farcaster.copied': 'Kopiert',
  'farcaster.copyFailed': 'Ihr Browser hat das Kopieren verweigert',
  'farcaster.opening': 'Der Code wird geholt',
  'farcaster.waiting': 'Wir warten auf die App',
  'farcaster.approved': 'Bestätigt. Ihre Wallet wird geöffnet.',
  'farcaster.expired': 'Dieser Code ist abgelaufen',
  'farcaster.newCode': 'Neuen Code zeigen',
  'farcaster.declined': 'Die Anmeldung wurde in der App abgebrochen',
  'farcaster.failed': 'Farcaster konnte Sie nicht anmelden',
  'farcaster.failed.body': 'Mit Ihrem Konto ist alles in Ordnung. Versuchen Sie es in einer Minute erneut.',

  'recover.title': 'Wallet auf diesem Gerät öffnen',
  'recover.body':
    'Sie sind als {who} angemeldet. Diese Wallet ist geschützt: Nur Sie können sie hier öffnen.',
  'recover.bodyPlain': 'Sie sind angemeldet. Diese Wallet ist geschützt: Nur Sie können sie hier öffnen.',
  'recover.passkey': 'Passkey verwenden',
  'recover.code': 'Mit Code wiederherstellen',
  'recover.where':
    'Den Wiederherstellungscode geben Sie nur im eigenen Fenster der Wallet ein, nie auf einer Seite.',
  'recover.window': 'Im Fenster der Wallet fortfahren',
  'recover.preparing': 'Das Fenster der Wallet wird vorbereitet',
  'recover.passkeyBusy': 'Folgen Sie Ihrem Browser',
  'recover.join': 'Machen Sie im neuen Fenster weiter',
  'recover.joinBody': 'Melden Sie sich dort an und bestätigen Sie nur, wenn es diese Zahl zeigt:',
  'recover.openAgain': 'Fenster erneut öffnen',
  'recover.otherWay': 'Anderen Weg wählen',
  'recover.waiting': 'Wir warten auf das andere Fenster',
  'recover.done': 'Ihre Wallet ist geöffnet.',
  'recover.cancelled': 'Es wurde kein Passkey verwendet',
  'recover.cancelled.body': 'Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
  'recover.unavailable': 'Ihr Browser bietet auf dieser Seite keine Passkeys an',
  'recover.unavailable.body': 'Im eigenen Fenster der Wallet funktionieren sie.',
  'recover.refused': 'Dieser Passkey konnte nicht geprüft werden',
  'recover.refused.body': 'Versuchen Sie einen anderen Passkey oder wählen Sie einen anderen Weg.',
  'recover.cannotOpen': 'Dieser Passkey meldet Sie an, kann die Wallet hier aber nicht öffnen',
  'recover.cannotOpen.body':
    'Verwenden Sie Ihren Wiederherstellungscode oder einen Passkey eines anderen Geräts.',
  'recover.expired': 'Das andere Fenster hat zu lange gebraucht',
  'recover.expired.body': 'Öffnen Sie es erneut. Es zeigt dann eine neue Zahl.',
  'recover.damaged': 'Die Wallet konnte hier nicht wiederhergestellt werden',
  'recover.damaged.body':
    'Aus dem, was gespeichert ist, ergibt sich ihr Schlüssel nicht. Es wurde nichts geändert; wählen Sie einen anderen Weg.',

  'passkey.title': 'Mit einem Passkey anmelden',
  'passkey.body':
    'Ihr Browser fragt nach Ihrem Passkey, oder Sie machen im eigenen Fenster der Wallet weiter.',
}
