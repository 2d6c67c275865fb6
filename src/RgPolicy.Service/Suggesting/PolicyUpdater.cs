using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Service.Suggesting;

/// <summary>Compares a policy with what would be suggested for what was seen, and proposes the classes that it lacks:
/// for long work that nothing throttles, and for short work that something does. What is there is never taken
/// away.</summary>
internal sealed class PolicyUpdater
{
    private readonly Workload _workload;
    private readonly SuggestionRequest _request;
    private readonly PolicyProgram _program;
    private readonly PlacedWork _placed;
    private readonly HashSet<string> _names;
    private readonly ImmutableArray<string>.Builder _undone = ImmutableArray.CreateBuilder<string>();

    private PolicyUpdater(Workload workload, SuggestionRequest request, PolicyProgram program)
    {
        (_workload, _request, _program) = (workload, request, program);
        _placed = new PlacedWork(program, workload);
        _names = program.Policy.Classes.Select(each => each.Name).ToHashSet(StringComparer.Ordinal);
    }

    public static PolicyUpdate Update(
        Workload workload,
        SuggestionRequest request,
        PolicyProgram program,
        string text
    ) => new PolicyUpdater(workload, request, program).Update(text);

    private PolicyUpdate Update(string text)
    {
        var wanted = PolicySuggester.ClassesOf(_workload, _request);
        ImmutableArray<SuggestedClass> throttling =
        [
            .. wanted.Where(each => each.Pool != SuggestedPool.Critical).Select(Misplaced).OfType<SuggestedClass>(),
        ];
        var edits = wanted
            .Select(each => each.Pool == SuggestedPool.Critical ? Harmed(each, throttling) : Misplaced(each))
            .OfType<SuggestedClass>()
            .Select(each => EditOf(each, throttling))
            .OfType<ProposedEdit>()
            .OrderBy(edit => edit.Line)
            .ToList();
        var kept = ImmutableArray.CreateBuilder<ProposedEdit>();
        var now = text;
        foreach (var edit in edits)
        {
            var next = Inserted(text, [.. kept, edit]);
            if (Errors(next) is { } error)
            {
                _undone.Add($"{edit.Name}: {error}");
                continue;
            }

            kept.Add(edit);
            now = next;
        }

        return new PolicyUpdate(now, kept.ToImmutable(), _placed.Unused, _undone.ToImmutable());
    }

    // What the policy throttles although it should not, or the other way round.
    private SuggestedClass? Misplaced(SuggestedClass each)
    {
        var isThrottled = each.Pool != SuggestedPool.Critical;
        var wrong = each with { Groups = [.. each.Groups.Where(group => _placed.IsThrottled(group) != isThrottled)] };
        return wrong.Groups.IsEmpty || (isThrottled && !PolicySuggester.IsWorth(wrong, _workload)) ? null : wrong;
    }

    // What the policy throttles although it is short, or would throttle with the classes that are proposed.
    private SuggestedClass? Harmed(SuggestedClass each, ImmutableArray<SuggestedClass> throttling)
    {
        var harmed = each with
        {
            Groups = [.. each.Groups.Where(group => _placed.IsThrottled(group) || IsTaken(group, throttling))],
        };
        return harmed.Groups.IsEmpty ? null : harmed;
    }

    private bool IsTaken(StatementGroup group, ImmutableArray<SuggestedClass> throttling) =>
        ClassCandidate.All.Any(candidate =>
            candidate.TakesGroup(group, _request.Target) && throttling.Any(each => each.Name == candidate.Name)
        );

    private ProposedEdit? EditOf(SuggestedClass each, ImmutableArray<SuggestedClass> throttling)
    {
        if (PoolFor(each.Pool) is not { } pool)
        {
            _undone.Add(
                each.Pool == SuggestedPool.Critical
                    ? $"{each.Name}: every pool of the policy throttles"
                    : $"{each.Name}: no pool of the policy throttles"
            );
            return null;
        }

        var first = _program.Policy.Classes[FirstOf(each, throttling)];
        var name = FreeName(each.Name);
        var why =
            each.Pool != SuggestedPool.Critical ? "long, and not throttled"
            : each.Groups.Any(_placed.IsThrottled) ? "short, and throttled"
            : "short, of the shape of what is proposed below, and today";
        var reason =
            $"{Evidence.Count(each.Executions, "query", "queries")}, {Evidence.Time(each.Seconds)}, the longest "
            + $"{Evidence.Time(each.Longest)}: {why} as `{first.Name}`";
        return new ProposedEdit(each, name, pool.Pool.Name, first.Name, first.Range.StartLine, reason);
    }

    // What is kept out of a proposed class stands before it.
    private int FirstOf(SuggestedClass each, ImmutableArray<SuggestedClass> throttling)
    {
        var own = each.Groups.Min(_placed.ClassOf);
        return each.Pool == SuggestedPool.Critical && each.Groups.Any(group => IsTaken(group, throttling))
            ? Math.Min(own, throttling.SelectMany(other => other.Groups).Min(_placed.ClassOf))
            : own;
    }

    // Polluters go to the pool that throttles most, reporting to the one that throttles least.
    private PoolAllotment? PoolFor(SuggestedPool pool)
    {
        var byWidth = _program
            .Pools.Where(each => each.Throttles == (pool != SuggestedPool.Critical))
            .OrderBy(each => each.CpuShare ?? 1)
            .ThenBy(each => each.WayCount ?? int.MaxValue)
            .ToList();
        return pool == SuggestedPool.Polluters ? byWidth.FirstOrDefault() : byWidth.LastOrDefault();
    }

    private string FreeName(string wanted)
    {
        var name = wanted;
        for (var number = 2; !_names.Add(name); number++)
            name = Invariant($"{wanted}_{number}");

        return name;
    }

    private string Inserted(string text, ImmutableArray<ProposedEdit> edits)
    {
        var lineEnd = text.Contains("\r\n", StringComparison.Ordinal) ? "\r\n" : "\n";
        var lines = text.Split('\n').Select(line => line.TrimEnd('\r')).ToList();
        foreach (var edit in edits.Reverse())
        {
            var at = edit.Line - 1;
            while (at > 0 && lines[at - 1].TrimStart().StartsWith("//", StringComparison.Ordinal))
                at--;

            var comment = Evidence.Of(edit.Class, _workload, _request.Dbms).Select(line => "// " + line);
            // A window that another edit or the policy has already is not said twice.
            var windows = edit
                .Class.Windows.Select(window => window.Statement)
                .Where(statement => !lines.Contains(statement, StringComparer.Ordinal));
            lines.InsertRange(
                at,
                [.. windows, .. comment, $"class {edit.Name} -> {edit.Pool} when {edit.Class.Condition}"]
            );
        }

        return string.Join(lineEnd, lines);
    }

    private string? Errors(string text) =>
        PolicyReader
            .Check(text, _program.Policy.Path, _request.Target)
            .Diagnostics.FirstOrDefault(each => each.Severity == DiagnosticSeverity.Error)
            ?.Message;
}

/// <summary>What a policy lacks for what a server was seen to run.</summary>
/// <param name="Text">The policy with all edits.</param>
/// <param name="Edits">The edits, in the order of their lines.</param>
/// <param name="Unused">Classes that took nothing of what was seen: nothing is proposed about them.</param>
/// <param name="Undone">Proposals that have no place in the policy, in words.</param>
internal sealed record PolicyUpdate(
    string Text,
    ImmutableArray<ProposedEdit> Edits,
    ImmutableArray<string> Unused,
    ImmutableArray<string> Undone
);

/// <summary>A class that a policy lacks.</summary>
/// <param name="Class">The class, with what was seen of it that the policy puts elsewhere.</param>
/// <param name="Name">The name that it gets, which no other class has.</param>
/// <param name="Pool">The policy's pool that it goes to.</param>
/// <param name="Before">The class that takes these queries today, before which it is inserted.</param>
/// <param name="Line">The line of the policy that it is inserted before, counted from 1.</param>
/// <param name="Reason">Why.</param>
internal sealed record ProposedEdit(
    SuggestedClass Class,
    string Name,
    string Pool,
    string Before,
    int Line,
    string Reason
);
