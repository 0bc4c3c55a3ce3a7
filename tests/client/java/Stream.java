import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.openapitools.client.model.*;

/** Reads the stream of a game with the generated types of its messages. */
final class Stream {
  private Stream() {}

  /** Reads from the first event to the snapshot after the last one; returns the number of events. */
  static int read(String url, String id, String token, ObjectMapper mapper) throws Exception {
    URI address = URI.create(url + "/v1/games/" + id + "/events?after=0&include=game");
    HttpRequest request = HttpRequest.newBuilder(address)
        .header("Accept", "text/event-stream").header("Authorization", "Bearer " + token).build();
    int events = 0;
    try (var lines = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
      var fields = mapper.createObjectNode();
      for (String line : (Iterable<String>) lines::iterator) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          String name = line.substring(0, colon);
          String value = line.substring(colon + 2);
          fields.set(name, name.equals("data") ? mapper.readTree(value) : mapper.valueToTree(value));
        } else if (line.isEmpty() && fields.has("data")) {
          Object message = mapper.treeToValue(fields, GameMessage.class).getActualInstance();
          if (message instanceof GameMessageSnapshot) return events;
          events += Rulesets.events(((GameMessageStep) message).getData());
          fields.removeAll();
        }
      }
    }
    throw new AssertionError("the stream has ended before its snapshot");
  }
}
