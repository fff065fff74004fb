import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { DocSlug } from './doc-pages.ts';

function FirstArticle() {
  return (
    <>
      <h2>In drei Schritten</h2>
      <ol>
        <li>
          Öffnen Sie ein Projekt und fügen Sie einen Artikel hinzu. Noch kein Projekt?{' '}
          <Link to="/projects/create/">Legen Sie eines an</Link>.
        </li>
        <li>
          Geben Sie Titel und Text ein. Die Adresse ist freiwillig; der Webplayer findet über sie das Audio,
          das zu einer Seite gehört.
        </li>
        <li>
          Legen Sie den Artikel an. Er erscheint in der Tabelle, und sein Status ändert sich von selbst, bis
          er abgespielt werden kann.
        </li>
      </ol>
      <h2>Was die Status bedeuten</h2>
      <dl>
        <dt>
          <StatusBadge status="waiting" />
        </dt>
        <dd>
          Er steht in der Warteschlange, oder sein Sprachdienst ist gerade nicht erreichbar. Nichts geht
          verloren; es geht von selbst weiter. Hält ihn eine Regel fest, sagt es sein Status: Geben Sie ihn
          dann in seinem Menü zur Vertonung frei.
        </dd>
        <dt>
          <StatusBadge status="processing" />
        </dt>
        <dd>Sein Text wird gelesen, in Sätze geteilt und vertont.</dd>
        <dt>
          <StatusBadge status="retry" />
        </dt>
        <dd>Etwas ist vorerst gescheitert; der nächste Versuch folgt von selbst.</dd>
        <dt>
          <StatusBadge status="ready" />
        </dt>
        <dd>Das Audio ist da: abspielen, herunterladen, Adresse kopieren.</dd>
        <dt>
          <StatusBadge status="errored" />
        </dt>
        <dd>
          So lässt er sich nicht vertonen. Zeigen Sie auf den Status, um den Grund zu sehen, und bearbeiten
          und speichern Sie den Artikel, um es erneut zu versuchen.
        </dd>
        <dt>
          <StatusBadge status="rejected" />
        </dt>
        <dd>Eine Regel des Projekts hat ihn abgelehnt.</dd>
        <dt>
          <StatusBadge status="limit_reached" />
        </dt>
        <dd>Das Tageslimit des Projekts ist aufgebraucht.</dd>
      </dl>
      <h2>Einen Artikel wiederfinden</h2>
      <p>
        Die Suche durchsucht Titel. Zusammen mit Zeitraum und Status wird sie Teil der Adresse, sodass sich
        eine gefilterte Liste als Lesezeichen merken und weitergeben lässt.
      </p>
    </>
  );
}

function Sources() {
  return (
    <>
      <h2>RSS</h2>
      <p>
        Geben Sie die Adresse eines Feeds an: RSS, Atom oder JSON Feed. Er wird regelmäßig gelesen, und neue
        Einträge werden zu Artikeln. Enthält der Feed nur einen Anreißer, stammt der Text von der Seite
        selbst. Ein Eintrag, der sich später ändert, wird nur neu vertont, wenn die automatische
        Aktualisierung für den Artikel eingeschaltet ist. Auf der Projektseite können Sie den Feed sofort
        lesen lassen.
      </p>
      <h2>API</h2>
      <p>
        Das Projekt erhält einen Schlüssel, der einmal angezeigt wird. Ihr Redaktionssystem sendet damit
        Artikel (als Bearer-Token) und sieht nichts als dieses Projekt. Ein Leseschlüssel kann auflisten und
        lesen, aber nichts ändern.
      </p>
      <p>
        Ein Programm, das Änderungen verfolgen will, abonniert sie über WebSocket unter <code>/graphql</code>{' '}
        (Protokoll <code>graphql-transport-ws</code>) und sendet den Schlüssel beim Verbinden, als Inhalt von{' '}
        <code>connection_init</code>: <code>{'{"authorization": "Bearer …"}'}</code>.
      </p>
      <pre tabIndex={0}>
        <code>
          {'curl -X POST https://your-server/api/projects/1/articles \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: ' +
            'application/json" \\\n  -d \'{"title": "Guten Morgen", "text": "Es ist ein schöner Tag.", "url": ""}\''}
        </code>
      </pre>
      <p>
        Ist ein Schlüssel bekannt geworden, erneuern Sie ihn auf der Projektseite: Der alte gilt ab sofort
        nicht mehr.
      </p>
      <h2>Parser</h2>
      <p>
        Geben Sie die Adresse einer Website an. Artikel, die ab dem gewählten Tag erscheinen, werden über
        ihren Feed, ihre Sitemap und ihre Links gefunden, und ihr Text wird aus der Seite gewonnen. Wo eine
        Website Hilfe braucht, ergänzen Sie in den Einstellungen Extraktionsregeln: welche Teile zum Artikel
        gehören, welche nicht und wo der Titel steht.
      </p>
      <h2>Manuell</h2>
      <p>
        Sie schreiben oder fügen jeden Artikel selbst ein. Das geht auch in Projekten mit einer anderen
        Quelle.
      </p>
    </>
  );
}

function Voices() {
  return (
    <>
      <h2>Eine Stimme wählen</h2>
      <p>
        Ein Projekt hat eine Sprache und eine Stimme. Die Stimmen sind nach dem Dienst geordnet, der sie
        spricht; ein Dienst ohne Zugangsdaten auf diesem Server bietet keine an. Die Stimmen der eingebauten
        Sprachausgabe brauchen keinen Dienst. Hören Sie vorher hinein, und kennzeichnen Sie mit dem Stern, was
        Ihnen gefällt: Es steht dann oben in der Liste.
      </p>
      <h2>Für alle Fälle eine zweite Stimme</h2>
      <p>
        Solange ein Dienst ausfällt, warten seine Artikel. Soll stattdessen eine andere Stimme einspringen,
        wählen Sie in den Einstellungen eine Ersatzstimme.
      </p>
      <h2>Bearbeiten</h2>
      <p>
        Jeder Artikel lässt sich nach dem Vertonen bearbeiten. Er ist in Sätze geteilt, und nur was sich
        geändert hat, wird neu gesprochen; zu einem älteren Text zurückzukehren kostet nichts. Das vorhandene
        Audio bleibt verfügbar, bis das neue fertig ist.
      </p>
      <p>
        Was Sie eingeben, bleibt in diesem Browser-Tab bis zum Speichern erhalten, auch wenn Sie die Seite
        verlassen.
      </p>
      <h2>Neu einlesen</h2>
      <p>
        Artikel aus einem Feed oder von einer Website lassen sich neu einlesen: Nach einer Minute wird die
        Seite erneut gelesen und ihr dann gültiger Text übernommen.
      </p>
    </>
  );
}

function Characters() {
  return (
    <>
      <h2>Was gezählt wird</h2>
      <p>
        Jedes Zeichen, das vertont wird, zählt einmal, Leerzeichen und Satzzeichen eingeschlossen. Ein
        durchschnittlicher Artikel hat etwa 1.000 bis 5.000 Zeichen. Anhören, Herunterladen und Verteilen
        kosten nichts.
      </p>
      <h2>Was Bearbeitungen sparen</h2>
      <p>
        Nach einer Bearbeitung werden nur die geänderten Sätze vertont. Die Projektseite zeigt, wie viele
        Zeichen das bisher gespart hat und was sie gekostet hätten.
      </p>
      <h2>Das Tageslimit</h2>
      <p>
        In den Einstellungen kann ein Projekt ein Limit an Zeichen pro Tag erhalten. Artikel, die es
        überschreiten würden, bekommen den Status <StatusBadge status="limit_reached" /> und können an einem
        anderen Tag erneut versucht werden. Das schützt vor einem Feed, der plötzlich sein ganzes Archiv
        liefert.
      </p>
      <h2>Wenn das Guthaben aufgebraucht ist</h2>
      <p>
        Die übrigen Zeichen stehen auf jeder Seite oben. Konten, die nicht verifiziert sind, enden bei null;
        ihre Artikel scheitern dann mit dem Grund <code>out of chars</code>. Bitten Sie den Administrator
        dieses Servers um weitere Zeichen oder um die Verifizierung Ihrer Organisation: unter der Adresse, von
        der Ihre Einladung kam. Die Artikel werden dann innerhalb einer Minute von selbst fortgesetzt, die
        ältesten zuerst.
      </p>
    </>
  );
}

function RulesAndSound() {
  return (
    <>
      <h2>Verarbeitungsregeln</h2>
      <p>
        Von der Seite eines Projekts gelangen Sie zu seinen Regeln. Eine Regel liest sich wie ein Satz: WENN
        der Titel „Wetter“ enthält, DANN liest eine andere Stimme. Alle Bedingungen einer Regel müssen
        zutreffen. Regeln werden von oben nach unten angewandt; eine spätere kann ändern, was eine frühere
        getan hat, und sieht die Schlagwörter, die diese gesetzt hat.
      </p>
      <p>
        Beginnen Sie mit einer der Vorlagen, oder stellen Sie Bedingungen und Aktionen selbst zusammen. Eine
        Regel ohne Namen heißt nach ihrer ersten Bedingung und Aktion.
      </p>
      <p>
        Regeln greifen, wenn der Text eines Artikels feststeht und bevor etwas vertont wird. Eine Änderung
        wirkt nicht auf fertige Artikel; über das Menü eines Artikels lässt er sich mit den jetzigen Regeln
        und Einstellungen neu vertonen. Was bereits vertont wurde, wird nicht noch einmal berechnet.
      </p>
      <h2>Artikel vor dem Vertonen ansehen</h2>
      <p>
        Eine der Vorlagen hält Artikel fest, bis jemand sie gelesen hat. Sie warten in der Liste mit dem Namen
        der Regel und werden in ihrem Menü freigegeben.
      </p>
      <h2>Musik, Logo und Stimmen</h2>
      <p>
        Musik spielt leise unter der Stimme, wird in deren Pausen lauter und wiederholt sich, solange der
        Artikel dauert. Ein Logo erklingt davor. Laden Sie eigene Klänge als MP3 oder WAV hoch; sie werden an
        die Lautstärke der Sprache angepasst. Nennt eine Regel mehrere Stimmen oder Musikstücke, bekommt jeder
        Artikel eines davon und behält es bei allen Bearbeitungen.
      </p>
      <h2>Pausen, Qualität und Titelbild</h2>
      <p>
        In den Einstellungen eines Projekts, im Abschnitt zum Klang: wie lange die Stimme nach Satz, Absatz
        und Überschrift pausiert, die Qualität der Dateien und das Bild, das Podcast-Apps zeigen.
      </p>
      <h2>Die Bezahlschranke</h2>
      <p>
        Mit einer Bezahlschranke hören Leser ohne Abonnement einen Anreißer: die ersten Absätze, dann eine
        Einladung in der Stimme des Projekts oder ein eigener Klang. Anhören können Sie ihn auf der Seite des
        Artikels. Artikel, die vorher vertont wurden, haben dafür noch keinen Anreißer; die Projektseite
        bietet an, die fehlenden aus der vorhandenen Sprache zu machen.
      </p>
    </>
  );
}

function Programs() {
  return (
    <>
      <h2>GraphQL</h2>
      <p>
        Alles, was das Dashboard zeigt, können Programme mit GraphQL unter <code>/graphql</code> lesen und
        ändern. Im <a href="/explorer">GraphQL-Explorer</a> lesen Sie die Dokumentation des Schemas und
        probieren Abfragen an Ihren eigenen Projekten aus; fertige Beispiele liegen bereit.
      </p>
      <h2>REST</h2>
      <p>
        Ältere Programme verwenden REST. Die <a href="/api/docs">REST-Seite</a> zeigt jeden Aufruf mit
        Parametern, Beispielen und einem Befehl zum Kopieren; dasselbe steht als OpenAPI-Dokument unter{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <h2>Token</h2>
      <p>
        Maintainer erstellen Token auf der Seite der Organisation, für jedes Programm ein eigenes. Ein Token
        kann auf das Lesen beschränkt werden, zeigt, wann es zuletzt benutzt wurde, und gilt sofort nicht
        mehr, wenn es widerrufen wird. Programme senden es mit jeder Anfrage:
      </p>
      <pre tabIndex={0}>
        <code>
          {"curl https://ihr-server/graphql \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n" +
            '  -d \'{"query": "{ viewer { organizations { organization { name } } } }"}\''}
        </code>
      </pre>
      <h2>Änderungen, sobald sie geschehen</h2>
      <p>
        Abonnements laufen unter derselben Adresse über WebSocket, mit dem Protokoll{' '}
        <code>graphql-transport-ws</code>. Das Token steht in den Daten von <code>connection_init</code>:{' '}
        <code>{'{"authorization": "Bearer TOKEN"}'}</code>.
      </p>
    </>
  );
}

/** The pages in German. */
export const germanTexts: Record<DocSlug, ComponentType> = {
  'first-article': FirstArticle,
  sources: Sources,
  voices: Voices,
  characters: Characters,
  'rules-and-sound': RulesAndSound,
  programs: Programs,
};
