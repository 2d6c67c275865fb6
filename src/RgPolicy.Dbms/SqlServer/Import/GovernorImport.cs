using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// Writes Resource Governor's configuration as a policy: a pool for every workload group, with its own
/// settings and those of its resource pool, and the classes of the classifier, as far as a class can ask what it asks.
/// </summary>
internal sealed class GovernorImport
{
    private readonly GovernorState _state;
    private readonly SqlServerFacts _facts;
    private readonly ImmutableArray<string>.Builder _left = ImmutableArray.CreateBuilder<string>();
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private string? _ungoverned;

    private GovernorImport(GovernorState state, SqlServerFacts facts) => (_state, _facts) = (state, facts);

    /// <summary>The policy, and what it leaves out.</summary>
    public static ImportedPolicy Of(GovernorState state, SqlServerFacts facts)
    {
        var import = new GovernorImport(state, facts);
        var text = import.Write();
        return new ImportedPolicy(text, import._left.ToImmutable());
    }

    private string Write()
    {
        var text = new StringBuilder("language 1\n");
        NameGroups();
        var classifier = _state.Classifier is { } function
            ? ClassifierReader.Read(function) ?? ReadForeign(function)
            : null;
        if (classifier is not null)
        {
            ImportedConditions.WriteWindows(text, classifier);
        }

        foreach (var group in _state.Groups)
        {
            WritePool(text, group);
        }

        WriteClasses(text, classifier);
        Leave();
        return text.ToString();
    }

    private void NameGroups()
    {
        foreach (var group in _state.Groups)
        {
            var name = PolicyQuoting.Name(
                GovernorNames.IsOwn(group.Name) ? group.Name[GovernorNames.Prefix.Length..] : group.Name
            );
            for (var number = 2; _names.ContainsValue(name); number++)
            {
                name += string.Create(CultureInfo.InvariantCulture, $"_{number}");
            }

            _names[group.Name] = name;
        }
    }

    private void WritePool(StringBuilder text, WorkloadGroupSpec group)
    {
        var pool = _state.Pool(group.Pool) ?? new ResourcePoolSpec(group.Pool);
        text.Append(CultureInfo.InvariantCulture, $"\npool {_names[group.Name]} {{\n");
        foreach (var setting in ImportedSettings.Of(pool, group, _facts))
        {
            text.Append("  ").Append(setting).Append('\n');
        }

        text.Append("}\n");
    }

    private void WriteClasses(StringBuilder text, LoginClassifier? classifier)
    {
        text.Append('\n');
        foreach (var rule in classifier?.Rules ?? [])
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"class {PolicyQuoting.Name(rule.Class)} -> {NameOf(rule.Group)} when "
                    + $"{ImportedConditions.Of(rule.Test, classifier?.GovernedLogins ?? [])}\n"
            );
        }

        if (classifier is not null)
        {
            _left.AddRange(
                classifier
                    .GovernedLogins.Except(
                        classifier.Rules.SelectMany(rule => ImportedConditions.Named(rule.Test)),
                        StringComparer.Ordinal
                    )
                    .Select(login => $"The sysadmin {login} is governed, and no class names that login.")
            );
        }

        var otherwise = classifier is null ? Ungoverned() : NameOf(classifier.Otherwise);
        text.Append(_ungoverned is null ? "" : $"pool {_ungoverned} {{}}\n")
            .Append(CultureInfo.InvariantCulture, $"default -> {otherwise}\n");
    }

    /// <summary>Where a classifier answers a group that is not there, the server puts the session into
    /// default.</summary>
    private string Ungoverned()
    {
        _ungoverned ??= "ungoverned";
        while (_names.ContainsValue(_ungoverned))
        {
            _ungoverned += "_";
        }

        return _ungoverned;
    }

    /// <summary>A class for each answer, named after the group.</summary>
    private LoginClassifier? ReadForeign(ClassifierFunction function)
    {
        var (name, foreign) = ($"{function.Schema}.{function.Name}", ForeignClassifierReader.Read(function));
        _left.AddRange(foreign.Left.Select(left => $"The classifier {name}, {left}."));
        if (foreign.Answers.IsEmpty)
        {
            _left.Add($"The classifier {name} is not one that RgPolicy wrote: write a class for each of its answers.");
            return null;
        }

        _left.Add(
            $"The classifier {name} is not one that RgPolicy wrote. It compares as the server's collation does, a "
                + "policy ignores case and counts blanks at the end; "
                + "it may answer for sysadmins, who stay in default under a policy unless a class names them: "
                + "session.login = exactly '...'."
        );
        var rules = foreign
            .Answers.RemoveAt(foreign.Answers.Length - 1)
            .Select(
                (answer, number) =>
                    new LoginRule(
                        string.Create(CultureInfo.InvariantCulture, $"{answer.Group}_{number + 1}"),
                        answer.Test,
                        answer.Group
                    )
            );
        return new LoginClassifier([], [.. rules], "default", foreign.Answers[^1].Group);
    }

    private void Leave()
    {
        foreach (
            var shared in _state.Groups.GroupBy(PoolOf, StringComparer.Ordinal).Where(groups => groups.Count() > 1)
        )
        {
            _left.Add(
                $"The resource pool {shared.Key} has several workload groups: as a policy each gets a pool of its own "
                    + "with the same limits."
            );
        }

        foreach (var empty in _state.Pools.Where(pool => !_state.Groups.Any(group => PoolOf(group) == pool.Name)))
        {
            _left.Add($"The resource pool {empty.Name} has no workload group: no session can be in it.");
        }

        foreach (var group in _state.Groups.Where(group => !GovernorNames.IsOwn(group.Name)))
        {
            _left.Add(
                $"The workload group {group.Name} is not RgPolicy's: applied, the policy makes "
                    + $"{GovernorNames.Of(_names[group.Name])} beside it."
            );
        }
    }

    private string PoolOf(WorkloadGroupSpec group) => _state.Pool(group.Pool)?.Name ?? group.Pool;

    private string NameOf(string group)
    {
        if (_state.Group(group) is { } known)
        {
            return _names[known.Name];
        }

        if (!string.Equals(group, "default", StringComparison.OrdinalIgnoreCase))
        {
            _left.Add(
                $"The classifier answers {group}, which is no workload group: the server puts such "
                    + "sessions into default."
            );
        }

        return Ungoverned();
    }
}
