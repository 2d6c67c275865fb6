using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the signals that a policy test supplies.</summary>
internal sealed class GivenBinder(BindingScope scope)
{
    private const string SessionPrefix = "session.";

    private readonly SignalConstants _constants = new(scope);

    public IEnumerable<GivenSignal> Bind(GivenSyntax.Session session) =>
        session.Values.Select(BindSession).OfType<GivenSignal>();

    public IEnumerable<GivenSignal> Bind(GivenSyntax.Signals signals) =>
        signals.Values.Select(BindSignal).OfType<GivenSignal>();

    /// <summary>One value of one signal; null means that a mistake was reported.</summary>
    public GivenSignal? Bind(Signal signal, params ExpressionSyntax[] values)
    {
        if (values.Length > 1 && signal.Type != SignalType.Set)
        {
            scope.Report("RG2002", values[1], $"`{signal.Name}` has one value, and only a set has several.");
            return null;
        }

        var bound = values.Select(value => _constants.Bind(value, signal)).ToList();
        return bound.Contains(null) ? null : new GivenSignal(signal, [.. bound.OfType<Constant>()]);
    }

    private GivenSignal? BindSession(GivenValueSyntax value)
    {
        var name = value.Name.Text;
        if (SignalCatalog.Find(SessionPrefix + name) is { } signal)
        {
            return Bind(signal, [.. value.Values]);
        }

        var known = SignalCatalog.All.Where(candidate => candidate.Phase == SignalPhase.Session)
            .Select(candidate => candidate.Name[SessionPrefix.Length..]).ToList();
        var meant = NameSuggestion.Find(name, known);
        scope.Report("RG2001", value.Name,
            $"A session has no `{name}`: it has {string.Join(", ", known.Select(part => $"`{part}`"))}.",
            meant is null ? null : scope.Replace(value.Name, meant, isSafe: false));
        return null;
    }

    private GivenSignal? BindSignal(GivenValueSyntax value) =>
        value.Name is SignalSyntax name && scope.Conditions.BindSignal(name) is { } signal
            ? Bind(signal, [.. value.Values])
            : null;
}
