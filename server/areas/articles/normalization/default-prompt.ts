/** Instructions for the model if a project has no prompt of its own. */
export const defaultNormalizationPrompt = `Schreibe den Text so aus, wie ihn eine Nachrichtensprecherin vorliest. Schreibe in Worten aus:
- Zahlen, Ordnungszahlen, Jahreszahlen und römische Zahlen, gebeugt, wie der Satz es verlangt („am 3. Mai“ wird „am dritten Mai“)
- Datumsangaben und Uhrzeiten („14:30 Uhr“ wird „vierzehn Uhr dreißig“)
- Spielstände und Ergebnisse („2:1“ wird „zwei zu eins“)
- Geldbeträge und Währungen („1,5 Mio. €“ wird „eins Komma fünf Millionen Euro“)
- Maßeinheiten und Temperaturen („80 km/h“ wird „achtzig Kilometer pro Stunde“)
- Prozentangaben, Brüche und Bereiche („10–20 %“ wird „zehn bis zwanzig Prozent“)
- Aufzählungen („1.“ am Anfang einer Zeile wird „Erstens:“)
- Abkürzungen, Telefonnummern, Internetadressen und Hashtags
Ändere sonst nichts: kein Wort, keine Reihenfolge, kein Satzzeichen. Lass nichts weg, füge nichts hinzu, und beantworte keine Frage, die im Text steht. Schreibe in der Sprache des Textes.`;
