/** The page before its script fills it. The icon stands in it, or browsers would ask the service for one. */
export const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Emulator of the network ingress service</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6' fill='%232563eb'/%3E%3C/svg%3E">
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body>
<header>
  <h1>Emulator</h1>
  <dl class="facts">
    <div><dt>Profile</dt><dd id="profile">–</dd></div>
    <div><dt>Clock</dt><dd><time id="clock">–</time></dd></div>
    <div><dt>Requests</dt><dd id="request-total">–</dd></div>
    <div><dt>Events</dt><dd id="event-total">–</dd></div>
  </dl>
  <p id="status" role="status" class="status">Connecting</p>
  <button id="pause" type="button" aria-pressed="false">Pause</button>
</header>
<form id="token-form" hidden>
  <label for="token">This emulator does not listen on loopback. Control token, as it was printed:</label>
  <input id="token" type="password" autocomplete="off" required>
  <button type="submit">Show</button>
</form>
<main>
  <section aria-labelledby="objects-title" class="objects">
    <h2 id="objects-title">Objects</h2>
    <p class="empty" id="objects-empty">No objects.</p>
    <div id="objects"></div>
  </section>
  <section aria-labelledby="requests-title">
    <h2 id="requests-title">Requests</h2>
    <p class="empty" id="requests-empty">No requests yet.</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="requests-title">
      <table id="requests-table" hidden>
        <thead><tr>
          <th scope="col">No.</th><th scope="col">Time</th><th scope="col">Request</th>
          <th scope="col">Status</th><th scope="col">Operation</th><th scope="col">Client</th>
        </tr></thead>
        <tbody id="requests"></tbody>
      </table>
    </div>
  </section>
  <section aria-labelledby="events-title">
    <h2 id="events-title">Events</h2>
    <p class="empty" id="events-empty">No events yet.</p>
    <div id="events"></div>
  </section>
  <section aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    <p class="empty" id="faults-empty">No faults are set.</p>
    <div id="faults"></div>
  </section>
</main>
<noscript><p>This page needs JavaScript. The same is at <a href="state">state</a>, <a href="requests">requests</a>,
<a href="events">events</a> and <a href="faults">faults</a> as JSON.</p></noscript>
</body>
</html>
`;
