using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>Suggests a policy, and tries it in a model.</summary>
/// <param name="context">Where the command runs.</param>
/// <param name="source">What ran.</param>
/// <param name="asked">Where the policy is to hold; null for where it ran.</param>
/// <param name="objective">A time to keep, or null.</param>
internal sealed class SuggestionTrial(CliContext context, SuggestSource source, TargetProfile? asked, string? objective)
{
    private readonly TargetProfile _target = asked ?? source.Host;

    /// <summary>A suggestion, and what it does in the model; null where nothing could be played.</summary>
    public (Suggestion Suggestion, SimulatedEffect? Effect) Choose(CancellationToken cancellationToken)
    {
        var request = new SuggestionRequest(_target, source.Name, source.Dbms, objective) { Notes = source.Notes };
        var first = PolicySuggester.Suggest(source.Workload, request);
        if (EffectOf(first, cancellationToken) is not { } effect)
        {
            return (first, null);
        }

        var told = request with { Notes = request.Notes.Add(effect.Sentence) };
        return (PolicySuggester.Suggest(source.Workload, told), effect);
    }

    /// <summary>The program of a suggested text; null where it does not hold on a target.</summary>
    public static PolicyProgram? Compile(string text, TargetProfile target) =>
        PolicyReader.Check(text, "suggested.rgp", target).Policy is { } policy
            ? PolicyProgram.Compile(policy, target)
            : null;

    private SimulatedEffect? EffectOf(Suggestion suggestion, CancellationToken cancellationToken) =>
        suggestion.Text is { } text && Compile(text, _target) is { } program
            ? SimulatedEffect.Of(context, source, asked, program, cancellationToken)
            : null;
}
