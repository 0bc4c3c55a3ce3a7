import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.openapitools.client.model.*;

/** Differences between the rulesets: in the generated code, the variants of a union have no common type. */
final class Rulesets {
  /** Rulesets that these bots play. Others are left out. */
  static final Set<RulesetId> PLAYED =
      EnumSet.of(RulesetId.CLASSIC, RulesetId.VOICES, RulesetId.SOLO, RulesetId.SATELLITE, RulesetId.ADVANCED);

  private Rulesets() {}

  static GameRequest game(RulesetId ruleset) {
    return switch (ruleset) {
      case CLASSIC -> new GameRequest(new ClassicGameRequest().ruleset(ClassicGameRequest.RulesetEnum.CLASSIC));
      case VOICES -> new GameRequest(new VoicesGameRequest().ruleset(VoicesGameRequest.RulesetEnum.VOICES));
      case SOLO -> new GameRequest(new SoloGameRequest().ruleset(SoloGameRequest.RulesetEnum.SOLO));
      case SATELLITE -> new GameRequest(new SatelliteGameRequest().ruleset(SatelliteGameRequest.RulesetEnum.SATELLITE));
      case ADVANCED -> new GameRequest(new AdvancedGameRequest().ruleset(AdvancedGameRequest.RulesetEnum.ADVANCED));
      default -> throw new AssertionError(ruleset);
    };
  }

  static PlacementRequest placement(RulesetId ruleset) {
    return switch (ruleset) {
      case CLASSIC -> new PlacementRequest(new ClassicPlacementRequest().ruleset(ClassicPlacementRequest.RulesetEnum.CLASSIC).random(true));
      case VOICES -> new PlacementRequest(new VoicesPlacementRequest().ruleset(VoicesPlacementRequest.RulesetEnum.VOICES).random(true));
      case SOLO -> new PlacementRequest(new SoloPlacementRequest().ruleset(SoloPlacementRequest.RulesetEnum.SOLO).random(true));
      case SATELLITE -> new PlacementRequest(new SatellitePlacementRequest().ruleset(SatellitePlacementRequest.RulesetEnum.SATELLITE).random(true));
      case ADVANCED -> new PlacementRequest(new AdvancedPlacementRequest().ruleset(AdvancedPlacementRequest.RulesetEnum.ADVANCED).random(true));
      default -> throw new AssertionError(ruleset);
    };
  }

  static String id(Game any) {
    Object one = any.getActualInstance();
    if (one instanceof ClassicGame game) return game.getId().toString();
    if (one instanceof VoicesGame game) return game.getId().toString();
    if (one instanceof SoloGame game) return game.getId().toString();
    if (one instanceof SatelliteGame game) return game.getId().toString();
    if (one instanceof AdvancedGame game) return game.getId().toString();
    throw new AssertionError(one);
  }

  static int events(Step any) {
    Object one = any.getActualInstance();
    if (one instanceof ClassicStep step) return step.getEvents().size();
    if (one instanceof VoicesStep step) return step.getEvents().size();
    if (one instanceof SoloStep step) return step.getEvents().size();
    if (one instanceof SatelliteStep step) return step.getEvents().size();
    if (one instanceof AdvancedStep step) return step.getEvents().size();
    throw new AssertionError(one);
  }

  static String reason(Outcome any) {
    Object one = any.getActualInstance();
    if (one instanceof OutcomeWin win) return "won by " + win.getWinners() + ", " + win.getReason();
    if (one instanceof OutcomeLose lose) return "lost, " + lose.getReason();
    if (one instanceof OutcomeDraw draw) return "drawn, " + draw.getReason();
    return "all lose, " + ((OutcomeAllLose) one).getReason();
  }

  /** Returns one of the actions that the game waits for, but never one that gives up. */
  static ActionsRequest choose(LegalActions legal) {
    Object one = legal.getActualInstance();
    if (one instanceof ClassicLegalActions it) {
      var actions = some(it.getActions().stream().map(Rulesets::classic).filter(Objects::nonNull).toList(), 1);
      return new ActionsRequest(new ClassicActionsRequest().ruleset(ClassicActionsRequest.RulesetEnum.CLASSIC).actions(actions));
    }
    if (one instanceof VoicesLegalActions it) {
      var actions = some(it.getActions().stream().map(Rulesets::voices).filter(Objects::nonNull).toList(), 1);
      return new ActionsRequest(new VoicesActionsRequest().ruleset(VoicesActionsRequest.RulesetEnum.VOICES).actions(actions));
    }
    if (one instanceof SoloLegalActions it) {
      var actions = some(it.getActions().stream().map(Rulesets::solo).filter(Objects::nonNull).toList(), 1);
      return new ActionsRequest(new SoloActionsRequest().ruleset(SoloActionsRequest.RulesetEnum.SOLO).actions(actions));
    }
    if (one instanceof SatelliteLegalActions it) {
      var actions = some(it.getActions().stream().map(Rulesets::satellite).filter(Objects::nonNull).toList(), 1);
      return new ActionsRequest(new SatelliteActionsRequest().ruleset(SatelliteActionsRequest.RulesetEnum.SATELLITE).actions(actions));
    }
    if (one instanceof AdvancedLegalActions it) {
      var actions = some(it.getActions().stream().map(Rulesets::advanced).filter(Objects::nonNull).toList(), 1);
      return new ActionsRequest(new AdvancedActionsRequest().ruleset(AdvancedActionsRequest.RulesetEnum.ADVANCED).actions(actions));
    }
    throw new AssertionError(one);
  }

  private static ClassicAction classic(ClassicChoice any) {
    if (any.getActualInstance() instanceof ClassicChoiceFire fire) {
      return new ClassicAction(new ClassicActionFire().type(ClassicActionFire.TypeEnum.FIRE).cells(some(fire.getCells())));
    }
    return null;
  }

  private static VoicesAction voices(VoicesChoice any) {
    Object one = any.getActualInstance();
    if (one instanceof VoicesChoiceRollAll) return new VoicesAction(new VoicesActionRollAll().type(VoicesActionRollAll.TypeEnum.ROLL_ALL));
    if (one instanceof VoicesChoiceFire fire) {
      return new VoicesAction(new VoicesActionFire().type(VoicesActionFire.TypeEnum.FIRE).cell(pick(fire.getCells().getFrom())));
    }
    if (one instanceof VoicesChoiceChooseAxes axes) {
      var action = new VoicesActionChooseAxes().type(VoicesActionChooseAxes.TypeEnum.CHOOSE_AXES);
      return new VoicesAction(action.firstDie(pick(axes.getFirstDie())));
    }
    return null;
  }

  private static SoloAction solo(SoloChoice any) {
    Object one = any.getActualInstance();
    if (one instanceof SoloChoicePredict predict) {
      var action = new SoloActionPredict().type(SoloActionPredict.TypeEnum.PREDICT);
      return new SoloAction(action.suit(pick(predict.getSuits())));
    }
    if (one instanceof SoloChoiceVolley) return new SoloAction(new SoloActionVolley().type(SoloActionVolley.TypeEnum.VOLLEY));
    return null;
  }

  private static SatelliteAction satellite(SatelliteChoice any) {
    Object one = any.getActualInstance();
    if (one instanceof SatelliteChoiceRoll) return new SatelliteAction(new SatelliteActionRoll().type(SatelliteActionRoll.TypeEnum.ROLL));
    if (one instanceof SatelliteChoiceFire fire) {
      SatelliteLoaded loaded = pick(fire.getCartridges());
      var action = new SatelliteActionFire().type(SatelliteActionFire.TypeEnum.FIRE).cartridge(loaded.getCartridge());
      if (!loaded.getBeam().isEmpty()) action.beam(pick(loaded.getBeam()));
      return new SatelliteAction(action.targets(some(fire.getFrom(), 1)));
    }
    if (one instanceof SatelliteChoiceGiveUp up) {
      var action = new SatelliteActionGiveUp().type(SatelliteActionGiveUp.TypeEnum.GIVE_UP);
      return new SatelliteAction(action.cartridge(pick(up.getCartridges())).target(pick(up.getFrom())));
    }
    if (one instanceof SatelliteChoiceShoot shoot) {
      var action = new SatelliteActionShoot().type(SatelliteActionShoot.TypeEnum.SHOOT);
      return new SatelliteAction(action.target(pick(shoot.getFrom())));
    }
    return null;
  }

  private static AdvancedAction advanced(AdvancedChoice any) {
    Object one = any.getActualInstance();
    if (one instanceof AdvancedChoiceSalvo salvo) {
      return new AdvancedAction(new AdvancedActionSalvo().type(AdvancedActionSalvo.TypeEnum.SALVO).cells(some(salvo.getCells())));
    }
    if (one instanceof AdvancedChoiceSend send) {
      var action = new AdvancedActionSend().type(AdvancedActionSend.TypeEnum.SEND);
      return new AdvancedAction(action.from(pick(send.getPlanes()).getFrom()).to(pick(send.getTo())));
    }
    if (one instanceof AdvancedChoiceBuy buy) {
      AdvancedPurchase purchase = pick(buy.getWeapons());
      var action = new AdvancedActionBuy().type(AdvancedActionBuy.TypeEnum.BUY);
      return new AdvancedAction(action.weapon(purchase.getWeapon()).at(pick(purchase.getAt())));
    }
    if (one instanceof AdvancedChoicePass) return new AdvancedAction(new AdvancedActionPass().type(AdvancedActionPass.TypeEnum.PASS));
    return null;
  }

  private static List<String> some(CellChoice cells) {
    return some(cells.getFrom(), cells.getCount());
  }

  private static <T> List<T> some(Collection<T> from, int count) {
    List<T> shuffled = new ArrayList<>(from);
    Collections.shuffle(shuffled);
    return shuffled.subList(0, count);
  }

  private static <T> T pick(Collection<T> from) {
    return some(from, 1).get(0);
  }
}
