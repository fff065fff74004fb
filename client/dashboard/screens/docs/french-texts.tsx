import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { DocSlug } from './doc-pages.ts';

function FirstArticle() {
  return (
    <>
      <h2>En trois étapes</h2>
      <ol>
        <li>
          Ouvrez un projet et choisissez <strong>Ajouter un article</strong>. Pas encore de projet ?{' '}
          <Link to="/projects/create/">Créez-en d’abord un</Link>.
        </li>
        <li>
          Saisissez un titre et le texte. L’adresse est facultative ; le lecteur web s’en sert pour trouver
          l’audio qui correspond à une page.
        </li>
        <li>
          Choisissez <strong>Créer l’article</strong>. Il apparaît dans le tableau, et son statut change de
          lui-même jusqu’à ce qu’il puisse être écouté.
        </li>
      </ol>
      <h2>Ce que signifient les statuts</h2>
      <dl>
        <dt>
          <StatusBadge status="waiting" />
        </dt>
        <dd>
          Il est dans la file d’attente, ou son service vocal est indisponible pour le moment. Rien n’est
          perdu ; la suite se fait d’elle-même. Si une règle le retient, son statut le dit : choisissez alors{' '}
          <strong>Vocaliser maintenant</strong> dans son menu.
        </dd>
        <dt>
          <StatusBadge status="processing" />
        </dt>
        <dd>Son texte est lu, découpé en phrases et vocalisé.</dd>
        <dt>
          <StatusBadge status="retry" />
        </dt>
        <dd>Quelque chose a échoué provisoirement ; le prochain essai se fait de lui-même.</dd>
        <dt>
          <StatusBadge status="ready" />
        </dt>
        <dd>L’audio est là : écoutez-le, téléchargez-le, copiez son adresse.</dd>
        <dt>
          <StatusBadge status="errored" />
        </dt>
        <dd>
          Il ne peut pas être vocalisé tel quel. Survolez le statut pour savoir pourquoi, puis modifiez et
          enregistrez l’article pour réessayer.
        </dd>
        <dt>
          <StatusBadge status="rejected" />
        </dt>
        <dd>L’une des règles du projet l’a rejeté.</dd>
        <dt>
          <StatusBadge status="limit_reached" />
        </dt>
        <dd>La limite quotidienne de caractères du projet est épuisée.</dd>
      </dl>
      <h2>Retrouver un article</h2>
      <p>
        La recherche porte sur les titres. Avec la période et le statut, elle devient une partie de l’adresse
        de la page : une liste filtrée peut donc être mise en favori et envoyée à un collègue.
      </p>
    </>
  );
}

function Sources() {
  return (
    <>
      <h2>RSS</h2>
      <p>
        Indiquez l’adresse d’un flux : RSS, Atom ou JSON Feed. Il est lu régulièrement, et ses nouvelles
        entrées deviennent des articles. Si le flux ne contient qu’un résumé, le texte est pris sur la page
        elle-même. Une entrée modifiée plus tard n’est vocalisée à nouveau que si{' '}
        <em>Mise à jour automatique depuis le flux RSS</em> est activée pour l’article.{' '}
        <strong>Lire maintenant</strong>, sur la page du projet, lit le flux aussitôt.
      </p>
      <h2>API</h2>
      <p>
        Le projet reçoit une clé, affichée une seule fois. Votre système éditorial s’en sert comme jeton
        Bearer pour envoyer des articles, et ne voit rien d’autre que ce projet. Une clé en lecture seule peut
        lister et lire, mais ne rien modifier.
      </p>
      <p>
        Un programme qui veut suivre les modifications s’abonne par WebSocket à <code>/graphql</code>{' '}
        (protocole <code>graphql-transport-ws</code>) et envoie la clé en se connectant, dans les données de{' '}
        <code>connection_init</code> : <code>{'{"authorization": "Bearer …"}'}</code>.
      </p>
      <pre tabIndex={0}>
        <code>
          {'curl -X POST https://votre-serveur/api/projects/1/articles \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: ' +
            'application/json" \\\n  -d \'{"title": "Bonjour", "text": "Il fait beau.", "url": ""}\''}
        </code>
      </pre>
      <p>
        Si une clé a fuité, renouvelez-la sur la page du projet : l’ancienne cesse aussitôt de fonctionner.
      </p>
      <h2>Site web</h2>
      <p>
        Indiquez l’adresse d’un site web. Les articles publiés à partir du jour que vous choisissez sont
        trouvés grâce à son flux, à son plan et à ses liens, et leur texte est extrait de la page. Là où un
        site a besoin d’indications, ajoutez des règles d’extraction dans les paramètres du projet : quelles
        parties appartiennent à l’article, lesquelles laisser de côté, et où trouver le titre.
      </p>
      <h2>Manuelle</h2>
      <p>
        Vous rédigez ou collez vous-même chaque article. Vous pouvez aussi le faire dans les projets qui ont
        une autre source.
      </p>
    </>
  );
}

function Voices() {
  return (
    <>
      <h2>Choisir une voix</h2>
      <p>
        Un projet a une langue et une voix. Les voix sont groupées par service vocal ; un service sans
        identifiants sur ce serveur n’en propose aucune. Les voix du moteur hors ligne n’ont besoin d’aucun
        service. Choisissez <strong>Écouter</strong> pour entendre une voix, et marquez d’une étoile celles
        que vous aimez : elles viennent en tête de la liste.
      </p>
      <h2>Une seconde voix, au cas où</h2>
      <p>
        Tant qu’un service est en panne, ses articles attendent. Si vous préférez qu’une autre voix prenne le
        relais, choisissez une voix de secours dans les paramètres.
      </p>
      <h2>Modifier</h2>
      <p>
        Chaque article peut être modifié après sa vocalisation. Il est découpé en phrases, et seul ce qui a
        changé est prononcé à nouveau ; revenir à un texte antérieur ne coûte rien. L’audio existant reste
        disponible jusqu’à ce que le nouveau soit prêt.
      </p>
      <p>
        Ce que vous saisissez est conservé dans cet onglet du navigateur jusqu’à l’enregistrement, même si
        vous quittez l’écran.
      </p>
      <h2>Actualiser depuis la page</h2>
      <p>
        Pour les articles venus d’un flux ou d’un site web, <strong>Actualiser depuis la page</strong> lit la
        page à nouveau au bout d’une minute et reprend son texte tel qu’il est alors.
      </p>
    </>
  );
}

function Characters() {
  return (
    <>
      <h2>Ce qui est compté</h2>
      <p>
        Chaque caractère envoyé à la vocalisation compte une fois, espaces et ponctuation compris. Un article
        moyen compte environ 1 000 à 5 000 caractères. Écouter, télécharger et diffuser ne coûte rien.
      </p>
      <h2>Ce qu’économisent les modifications</h2>
      <p>
        Après une modification, seules les phrases modifiées sont vocalisées. La page du projet indique
        combien de caractères ont ainsi été économisés jusqu’ici et ce qu’ils auraient coûté.
      </p>
      <h2>La limite quotidienne</h2>
      <p>
        Dans les paramètres, un projet peut recevoir une limite de caractères par jour. Les articles qui la
        dépasseraient reçoivent le statut <StatusBadge status="limit_reached" /> et peuvent être relancés un
        autre jour. Elle protège d’un flux qui livre soudain toutes ses archives.
      </p>
      <h2>Quand le solde s’épuise</h2>
      <p>
        Les caractères restants sont affichés en haut de chaque écran. Les comptes qui ne sont pas vérifiés
        s’arrêtent à zéro ; leurs articles sont alors en échec, parce que le solde de caractères est épuisé.
        Demandez à l’administrateur de ce serveur d’ajouter des caractères ou de vérifier votre organisation :
        son adresse est celle d’où venait votre invitation. Les articles reprennent alors d’eux-mêmes en moins
        d’une minute, les plus anciens d’abord.
      </p>
    </>
  );
}

function RulesAndSound() {
  return (
    <>
      <h2>Règles de traitement</h2>
      <p>
        Le bouton <strong>Automatisation</strong> de la page d’un projet mène à ses règles. Une règle se lit
        comme une phrase : SI le titre contient « météo » ALORS une autre voix le lit. Toutes les conditions
        d’une règle doivent être remplies. Les règles s’appliquent de haut en bas ; une règle peut modifier ce
        qu’une règle précédente a fait, et voit les étiquettes qu’elle a ajoutées. Les flèches changent
        l’ordre.
      </p>
      <p>
        Partez de l’un des modèles, ou combinez vous-même conditions et actions. Une règle sans nom prend
        celui de sa première condition et de sa première action.
      </p>
      <p>
        Les règles s’appliquent une fois le texte d’un article définitif et avant toute vocalisation. Les
        modifier ne change pas les articles prêts ; <strong>Vocaliser à nouveau</strong>, dans le menu d’un
        article, le refait avec les règles et les paramètres actuels. Les mots déjà vocalisés ne sont pas
        facturés à nouveau.
      </p>
      <h2>Voir les articles avant leur vocalisation</h2>
      <p>
        Le modèle <strong>Arrêter avant la vocalisation</strong> retient les articles jusqu’à ce que quelqu’un
        les ait lus. Ils attendent dans la liste avec le nom de la règle ;{' '}
        <strong>Vocaliser maintenant</strong> les débloque.
      </p>
      <h2>Musique, logo et voix</h2>
      <p>
        La musique accompagne doucement la voix, monte pendant ses pauses et se répète aussi longtemps que
        dure l’article. Un logo le précède. Importez vos propres sons en MP3 ou WAV ; ils sont ajustés au
        volume de la parole. Si une règle nomme plusieurs voix ou plusieurs musiques, chaque article en reçoit
        une et la garde à travers toutes ses modifications.
      </p>
      <h2>Pauses, qualité et image de couverture</h2>
      <p>
        Dans les paramètres d’un projet, sous <strong>Son</strong> : la durée des pauses de la voix après une
        phrase, un paragraphe et un intertitre, la qualité des fichiers, et l’image qu’affichent les
        applications de podcasts.
      </p>
      <h2>L’accès payant</h2>
      <p>
        Avec un accès payant, les auditeurs sans abonnement entendent un extrait : les premiers paragraphes,
        puis une invitation dite par la voix du projet ou un son de votre choix. Vous pouvez l’écouter sur
        l’écran de l’article. Les articles vocalisés avant que l’accès payant ne soit activé ou modifié n’ont
        pas d’extrait correspondant ; la page du projet propose de créer ceux qui manquent à partir de l’audio
        existant.
      </p>
    </>
  );
}

function Programs() {
  return (
    <>
      <h2>GraphQL</h2>
      <p>
        Tout ce que montre le tableau de bord, les programmes peuvent le lire et le modifier avec GraphQL à
        l’adresse <code>/graphql</code>. Dans l’<a href="/explorer">explorateur GraphQL</a>, vous lisez la
        documentation du schéma et essayez des opérations sur vos propres projets ; des exemples sont prêts à
        l’emploi.
      </p>
      <h2>REST</h2>
      <p>
        Les clients plus anciens utilisent REST. La <a href="/api/docs">page REST</a> répertorie chaque appel
        avec ses paramètres, des exemples et une commande à copier ; le document OpenAPI correspondant se
        trouve à l’adresse <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <h2>Jetons</h2>
      <p>
        Les responsables créent les jetons sur la page de l’organisation, un pour chaque programme. Un jeton
        peut être limité à la lecture, indique sa dernière utilisation, et cesse aussitôt de fonctionner quand
        il est révoqué. Les programmes l’envoient avec chaque requête :
      </p>
      <pre tabIndex={0}>
        <code>
          {"curl https://votre-serveur/graphql \\\n  -H 'Authorization: Bearer JETON' \\\n  -H 'Content-Type: application/json' \\\n" +
            '  -d \'{"query": "{ viewer { organizations { organization { name } } } }"}\''}
        </code>
      </pre>
      <h2>Les modifications à mesure qu’elles se produisent</h2>
      <p>
        Les abonnements passent par WebSocket à la même adresse, avec le protocole{' '}
        <code>graphql-transport-ws</code>. Le jeton se place dans les données de <code>connection_init</code>
         : <code>{'{"authorization": "Bearer JETON"}'}</code>.
      </p>
    </>
  );
}

/** The pages in French. */
export const frenchTexts: Record<DocSlug, ComponentType> = {
  'first-article': FirstArticle,
  sources: Sources,
  voices: Voices,
  characters: Characters,
  'rules-and-sound': RulesAndSound,
  programs: Programs,
};
