import type { MailTexts } from './MailTexts.ts'

const login = {
  subject: (wallet: string) => `Ihr Anmeldecode für ${wallet}`,
  heading: (wallet: string) => `Bei ${wallet} anmelden`,
  intro: 'Geben Sie diesen Code im Wallet-Fenster ein:',
  ignore:
    'Wenn Sie keinen Code angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code kann sich niemand anmelden.',
}

export const de: MailTexts = {
  facts: {
    site: 'Angefordert auf der Seite',
    usedSite: 'Auf der Seite',
    app: 'Name der App',
    named: (name) => `„${name}“ (so nennt sich die Seite selbst, nicht geprüft)`,
    browser: 'Browser',
    browserName: { on: (browser, system) => `${browser} auf ${system}`, unknown: 'Unbekannter Browser' },
    place: 'Netz',
    time: 'Zeit',
    newAddress: 'Neue Adresse',
    exported: 'Angezeigt',
    network: 'Weg zur Anmeldung',
    change: 'Änderung',
  },
  code: {
    preheader: (minutes) => `Der Code gilt einmal und ${minutes} Minuten lang.`,
    expiry: (minutes) => `Er gilt einmal und läuft in ${minutes} Minuten ab.`,
    where: (walletHost) =>
      `Geben Sie den Code nur im Wallet-Fenster ein, das ${walletHost} anzeigt. Niemand, der an der Wallet arbeitet, fragt Sie danach.`,
    purposes: {
      login,
      account: {
        ...login,
        subject: (wallet) => `Ihr Code für die Sicherheitsseite von ${wallet}`,
        heading: (wallet) => `Sicherheitsseite von ${wallet} öffnen`,
        intro:
          'Geben Sie diesen Code auf der Sicherheitsseite ein. Von dort lassen sich Schlüssel exportieren:',
      },
      'email-old': {
        subject: (wallet) => `Adresse bei ${wallet} ändern: bitte bestätigen`,
        heading: () => 'Möchten Sie eine andere E-Mail-Adresse?',
        intro:
          'Jemand, der in Ihrer Wallet angemeldet ist, möchte diese Adresse ersetzen. Wenn Sie das sind, geben Sie diesen Code ein:',
        ignore:
          'Wenn Sie das nicht sind, geben Sie den Code niemandem: Die Adresse bleibt dann, wie sie ist. Öffnen Sie danach die Sicherheitsseite der Wallet und beenden Sie Sitzungen, die Sie nicht kennen.',
      },
      'email-new': {
        subject: (wallet) => `Neue Adresse für ${wallet} bestätigen`,
        heading: () => 'Bestätigen Sie Ihre neue E-Mail-Adresse',
        intro:
          'Geben Sie diesen Code im Wallet-Fenster ein, dann melden Sie sich künftig mit dieser Adresse an:',
        ignore:
          'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code geschieht nichts.',
      },
    },
  },
  device: {
    subject: (wallet) => `Sind Sie das? Ein Gerät möchte sich bei ${wallet} anmelden`,
    heading: (wallet) => `Ein Gerät möchte sich bei ${wallet} anmelden`,
    preheader: (minutes) => `Antworten Sie innerhalb von ${minutes} Minuten.`,
    intro: 'Jemand hat auf diesem Gerät Ihre E-Mail-Adresse eingegeben:',
    number:
      'Öffnen Sie den Link und vergleichen Sie: Die Seite zeigt zwei Ziffern, und im Wallet-Fenster müssen dieselben stehen.',
    button: 'Anfrage ansehen',
    expiry: (minutes) =>
      `Der Link gilt einmal und ${minutes} Minuten lang. Ihn nur zu öffnen, erlaubt nichts.`,
    ignore:
      'Wenn Sie das nicht sind, öffnen Sie den Link und lehnen Sie ab, oder ignorieren Sie diese E-Mail. Ohne Ihre Antwort wird niemand angemeldet.',
  },
  newDevice: {
    subject: (wallet) => `Neue Anmeldung bei ${wallet}`,
    heading: (wallet) => `Ein neues Gerät hat sich bei ${wallet} angemeldet`,
    preheader: 'Wenn Sie das waren, ist nichts zu tun.',
    intro: 'Dieses Gerät hat sich zum ersten Mal bei Ihrem Konto angemeldet:',
    otherwise:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, sperren Sie Ihr Konto jetzt: Jedes Gerät wird abgemeldet, und niemand kann Ihre Schlüssel verwenden, bis Sie das Konto entsperren.',
    button: 'Das war ich nicht',
    expiry: (days) => `Der Link gilt einmal und ${days} Tage lang. Er fragt nach, bevor etwas geschieht.`,
  },
  emailChanged: {
    subject: (wallet) => `Ihre Adresse bei ${wallet} wurde geändert`,
    heading: () => 'Mit dieser Adresse können Sie sich nicht mehr anmelden',
    preheader: 'Wenn Sie das nicht waren, setzen Sie diese Adresse wieder ein.',
    intro: 'Die E-Mail-Adresse Ihrer Wallet wurde geändert:',
    otherwise:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, setzen Sie diese Adresse wieder ein: Jedes Gerät wird abgemeldet, und das Konto ist gesperrt, bis Sie es entsperren.',
    button: 'Meine Adresse wieder einsetzen',
    expiry: (days) => `Der Link gilt einmal und ${days} Tage lang. Er fragt nach, bevor etwas geschieht.`,
  },
  emailAdded: {
    subject: (wallet) => `Sie melden sich bei ${wallet} jetzt mit dieser Adresse an`,
    heading: () => 'Ihre neue Adresse gilt jetzt',
    preheader: 'Export und Änderungen der Wiederherstellung ruhen einen Tag lang.',
    intro: 'Ab jetzt melden Sie sich bei Ihrer Wallet mit dieser Adresse an.',
    otherwise:
      'In den nächsten 24 Stunden lassen sich Schlüssel nicht exportieren und die Wege der Wiederherstellung nicht ändern. So kann die Person hinter der früheren Adresse noch widersprechen.',
  },
  identityAdded: {
    subject: (wallet) => `Neuer Weg zur Anmeldung bei ${wallet}`,
    heading: () => 'Es gibt einen neuen Weg, sich bei Ihrem Konto anzumelden',
    preheader: 'Wenn Sie das waren, ist nichts zu tun.',
    intro: 'Jemand, der sich gerade angemeldet hatte, hat ihn auf der Sicherheitsseite hinzugefügt:',
    otherwise:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, entfernen Sie ihn auf der Sicherheitsseite und melden Sie die Geräte ab, die Sie nicht kennen.',
    button: 'Sicherheitsseite öffnen',
  },
  recoveryChanged: {
    subject: (wallet) => `Die Wiederherstellung Ihres Kontos bei ${wallet} wurde geändert`,
    heading: () => 'Die Wege zur Wiederherstellung Ihrer Wallet wurden geändert',
    preheader: 'Wenn Sie das waren, ist nichts zu tun.',
    intro: 'Jemand, der sich gerade angemeldet hatte, hat das auf der Sicherheitsseite getan:',
    otherwise:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, sehen Sie sich auf der Sicherheitsseite die Wege zur Wiederherstellung und Ihre Geräte an, und bringen Sie Ihr Vermögen in eine neue Wallet.',
    button: 'Sicherheitsseite öffnen',
    what: {
      'passkey-added': 'Ein Passkey kam hinzu',
      'way-removed': 'Ein Weg zur Wiederherstellung wurde entfernt',
      protected: 'Die Wallet ist jetzt geschützt: Die Anmeldung allein öffnet sie auf keinem neuen Gerät',
    },
  },
  exported: {
    subject: (wallet) => `Ihr Schlüssel bei ${wallet} wurde exportiert`,
    heading: () => 'Ihr Schlüssel wurde exportiert',
    preheader: 'Wer ihn hat, kann über alles verfügen.',
    intro: 'Über die Sicherheitsseite Ihrer Wallet wurde dies angezeigt oder gespeichert:',
    otherwise:
      'Wer das hat, kann jetzt und später über alles verfügen. Wenn Sie das nicht waren, bringen Sie Ihr Vermögen sofort in eine neue Wallet.',
    button: 'Sicherheitsseite öffnen',
    what: { key: 'Privater Schlüssel', phrase: 'Wiederherstellungsphrase', kit: 'Rettungspaket' },
  },
  frozen: {
    subject: (wallet) => `Ihr Konto bei ${wallet} ist gesperrt`,
    heading: () => 'Ihr Konto ist gesperrt',
    preheader: 'Jedes Gerät wurde abgemeldet.',
    intro:
      'Sie haben eine Anmeldung gemeldet. Jedes Gerät wurde abgemeldet, und niemand kann Ihre Schlüssel verwenden.',
    otherwise:
      'Um die Wallet wieder zu verwenden, melden Sie sich auf der Sicherheitsseite an, prüfen Sie Ihre Geräte und entsperren Sie dort Ihr Konto.',
    button: 'Sicherheitsseite öffnen',
  },
}
