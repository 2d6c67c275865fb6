using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the signals that a policy test supplies.</summary>
internal sealed class GivenBinder(BindingScope scope)
{
    private const string SessionPrefix = "session.";

    private readonly SignalConstants _constants = new(scope);

    public IEnumerable<GivenSignal> Bind(GivenSessionContext session) =>
        session.sessionValue().Select(Bind).OfType<GivenSignal>();

    public IEnumerable<GivenSignal> Bind(GivenSignalsContext signals) =>
        signals.signalValue().Select(Bind).OfType<GivenSignal>();

    /// <summary>One value of one signal; null means that a mistake was reported.</summary>
    public GivenSignal? Bind(Signal signal, params ExpressionContext[] values)
    {
        if (values.Length > 1 && signal.Type != SignalType.Set)
        {
            scope.Report("RG2002", values[1], $"`{signal.Name}` has one value, and only a set has several.");
            return null;
        }

        var bound = values.Select(value => _constants.Bind(value, signal)).ToList();
        return bound.Contains(null) ? null : new GivenSignal(signal, [.. bound.OfType<Constant>()]);
    }

    private GivenSignal? Bind(SessionValueContext value)
    {
        var name = value.name().GetText();
        if (SignalCatalog.Find(SessionPrefix + name) is { } signal)
        {
            return Bind(signal, value.expression());
        }

        var known = SignalCatalog.All.Where(candidate => candidate.Phase == SignalPhase.Session)
            .Select(candidate => candidate.Name[SessionPrefix.Length..]).ToList();
        var meant = NameSuggestion.Find(name, known);
        scope.Report("RG2001", value.name(),
            $"A session has no `{name}`: it has {string.Join(", ", known.Select(part => $"`{part}`"))}.",
            meant is null ? null : scope.Replace(value.name(), meant, isSafe: false));
        return null;
    }

    private GivenSignal? Bind(SignalValueContext value) =>
        scope.Conditions.BindSignal(value.signal()) is { } signal
            ? Bind(signal, value.expression() is { } single ? [single] : value.textSet().expression())
            : null;
}
