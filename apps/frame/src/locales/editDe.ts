import type { editEn } from './editEn.ts'

/** German, for what a person can change on an approval screen, and for steps and transactions that wait. */
export const editDe: Readonly<Record<keyof typeof editEn, string>> = {
  'row.replaces': 'Anstelle von',
  'row.deadline': 'Einzulösen bis',
  'value.wasAtMost': 'konnte {amount} kosten',
  'value.atMostWithStoring':
    'höchstens {amount}; von der Gebühr sind {storing} für das Speichern auf Ethereum',
  'value.atMostAndStoring': 'höchstens {amount}, dazu die Kosten für das Speichern auf Ethereum',

  'calls.heading': 'Schritte',
  'calls.showAll_one': '{count} Schritt zeigen',
  'calls.showAll_other': 'Alle {count} Schritte zeigen',
  'calls.fewer': 'Weniger zeigen',

  'fee.change': 'Ändern',
  'fee.heading': 'Wie schnell',
  'fee.slow': 'Langsam',
  'fee.slow.wait': 'Dauert Minuten',
  'fee.normal': 'Normal',
  'fee.normal.wait': 'Etwa eine Minute',
  'fee.fast': 'Schnell',
  'fee.fast.wait': 'Am schnellsten',
  'fee.site': 'Von der Seite gesetzt',
  'fee.site.wait': 'Dauer unbekannt',

  'cap.change': 'Grenze setzen',
  'cap.label': 'Höchstens, in {symbol}',
  'cap.apply': 'Setzen',
  'cap.balance': 'Was ich habe',
  'cap.limit': 'Nur mein Guthaben',
  'cap.asked': 'Wie angefragt',
  'cap.hint': 'Die Seite kann wieder fragen, wenn sie mehr braucht.',
  'cap.number': 'Geben Sie eine Zahl wie 12,5 ein, mit höchstens {places} Nachkommastellen.',
  'cap.whole': 'Geben Sie eine ganze Zahl ein.',
  'cap.tooMuch': 'Die Seite hat höchstens {amount} angefragt.',
  'cap.none': 'Geben Sie mehr als 0 ein. Um nichts zu erlauben, lehnen Sie ab.',

  'compare.label': 'Gruppe {group} der gemeinten Adresse',
  'compare.hint': 'Nehmen Sie die Angabe vom Empfänger, nicht von hier.',
  'compare.step': 'Geben Sie die Gruppe oben ein, um fortzufahren.',
  'compare.wrong': 'In der Adresse hier steht dort etwas anderes. Lehnen Sie ab.',

  'pending.waiting_one': '{count} Transaktion wartet auf Bestätigung',
  'pending.waiting_other': '{count} Transaktionen warten auf Bestätigung',
  'pending.first': 'Nummer {nonce}, gesendet {sent}',
  'pending.speedUp': 'Beschleunigen',
  'pending.stop': 'Stoppen',
  'pending.cancel': 'Eine Transaktion stoppen',
  'pending.cancel.say':
    'Eine leere Transaktion an die Stelle von Nummer {nonce} setzen, damit diese nicht ausgeführt wird.',
  'pending.cancel.approve': 'Stoppen',
  'pending.own': 'Das haben Sie selbst angefordert.',
  'pending.done': 'Die Transaktion ist schon bestätigt',
  'pending.done.body': 'Nichts kann mehr an ihre Stelle treten. Es wurde nichts gesendet.',
  'pending.failed': 'Das Netzwerk hat es nicht angenommen',
  'pending.failed.body':
    'Die frühere Transaktion ist vielleicht inzwischen bestätigt. Sehen Sie in Ihrem Verlauf nach.',

  'warn.nothingSent': 'Es wird nichts gesendet',
  'warn.nothingSent.body':
    'Eine Überweisung ohne Betrag ist ein Trick, um eine Adresse in Ihren Verlauf zu setzen.',
  'warn.token.native': 'Das ist nicht die eigene Währung des Netzwerks',
  'warn.token.native.body': 'Es nennt sich {symbol}, ist aber ein Token: {token}.',
  'warn.token.known': 'Ein anderer Token mit einem Namen, den Sie kennen',
  'warn.token.known.body':
    'Er nennt sich {symbol} wie einer, den Sie verwendet haben, aber sein Vertrag ist ein anderer: {token}.',
  'warn.token.letters': 'Der Name des Tokens hat Buchstaben, die wie andere aussehen',
  'warn.token.letters.body': 'Er lautet {symbol}. Vergleichen Sie den Vertrag: {token}.',
  'warn.replaces': 'Das ersetzt eine wartende Transaktion',
  'warn.replaces.body': 'Ihre Transaktion Nummer {nonce} würde nicht mehr ausgeführt.',
  'warn.replaceCheap': 'Die Gebühr ist zu niedrig, um sie zu ersetzen',
  'warn.replaceCheap.body':
    'Das Netzwerk verlangt ein Zehntel mehr als vorher. Wählen Sie eine andere Gebühr.',
  'warn.feeStoring': 'Die Gebühr kann höher sein',
  'warn.feeStoring.body':
    'Das Netzwerk hat nicht gesagt, was das Speichern auf Ethereum kostet. Es nimmt das zusätzlich zur Gebühr.',
  'warn.permitFixed': 'Der Betrag lässt sich hier nicht senken',
  'warn.permitFixed.body':
    'Die Seite reicht ihn mit ihrer eigenen Zahl ein. Lehnen Sie ab und wählen Sie auf der Seite weniger.',

  'risk.token': 'Der Token kann wertlos sein.',
  'risk.replaces': 'Meine frühere Transaktion wird nicht ausgeführt.',
}
