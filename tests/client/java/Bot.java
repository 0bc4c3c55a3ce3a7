import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.MapperFeature;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Two bots play every ruleset to its end: {@code java Bot.java URL}. */
public final class Bot {
  private final ApiClient client = new ApiClient();
  private final String token;
  private final PlayersApi players;
  private final GamesApi games;
  private final SeatsApi seats;
  private final PlayApi play;

  private Bot(String url, String name) throws ApiException {
    // The generated unions do not accept null where the document allows it, and accept a number as text.
    client.setObjectMapper(client.getObjectMapper().setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP))
        .configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, false));
    client.updateBaseUri(url);
    token = new PlayersApi(client).createPlayer(new PlayerRequest().name(name)).getToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    players = new PlayersApi(client);
    games = new GamesApi(client);
    seats = new SeatsApi(client);
    play = new PlayApi(client);
  }

  public static void main(String[] arguments) throws Exception {
    String url = arguments[0];
    Bot ada = new Bot(url, "Ada");
    Bot ben = new Bot(url, "Ben");
    for (RulesetId ruleset : RulesetId.values()) {
      if (!Rulesets.PLAYED.contains(ruleset)) {
        System.out.printf("%s is left out%n", ruleset);
        continue;
      }
      String id = Rulesets.id(ada.games.createGame(Rulesets.game(ruleset), null));
      if (ruleset != RulesetId.SOLO) ben.seats.takeSeat(id, new SeatRequest(), null);
      List<Bot> bots = ruleset == RulesetId.SOLO ? List.of(ada) : List.of(ada, ben);
      for (Bot bot : bots) bot.seats.submitPlacement(id, Rulesets.placement(ruleset), null);
      int turns = 0;
      for (boolean moved = true; moved; ) {
        moved = false;
        for (Bot bot : bots) {
          if (!bot.turn(id)) continue;
          moved = true;
          turns++;
        }
      }
      GameRecord record = new FairPlayApi(ada.client).getRecord(id);
      if (!new FairPlayApi(ada.client).verifyRecord(record).getValid()) throw new AssertionError("the record is not valid");
      int events = Stream.read(url, id, ada.token, ada.client.getObjectMapper());
      String reason = Rulesets.reason(record.getOutcome());
      System.out.printf("%s: %s after %d turns; %d events in the stream%n", ruleset, reason, turns, events);
    }
  }

  /** Makes a move if the game waits for this player; returns true if it did. */
  private boolean turn(String id) throws ApiException {
    if (players.getSummary().getMyTurn() == 0) return false;
    play.submitActions(id, Rulesets.choose(play.listLegalActions(id)), null, "return=minimal", null, null);
    return true;
  }
}
