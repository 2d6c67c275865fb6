using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Configure;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// Writes Resource Governor's configuration as a policy: a pool for every workload group, with its own settings and those of its
/// resource pool, and the classes of a classifier that RgPolicy wrote.
/// </summary>
internal sealed class GovernorImport
{
    private readonly GovernorState _state;
    private readonly SqlServerFacts _facts;
    private readonly ImmutableArray<string>.Builder _left = ImmutableArray.CreateBuilder<string>();
    private readonly Dictionary<string, string> _names = new(StringComparer.OrdinalIgnoreCase);

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
        var classifier = _state.Classifier is { } function ? ClassifierReader.Read(function) : null;
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
            var name = PolicyWords.Name(GovernorNames.IsOwn(group.Name) ? group.Name[GovernorNames.Prefix.Length..] : group.Name);
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
            text.Append(CultureInfo.InvariantCulture, $"class {PolicyWords.Name(rule.Class)} -> {NameOf(rule.Group)} when {ImportedConditions.Of(rule.Test, classifier?.GovernedLogins ?? [])}\n");
        }

        if (classifier is not null)
        {
            _left.AddRange(classifier.GovernedLogins.Except(classifier.Rules.SelectMany(rule => ImportedConditions.Named(rule.Test)), StringComparer.Ordinal)
                .Select(login => $"The sysadmin {login} is governed, and no class names that login."));
            text.Append(CultureInfo.InvariantCulture, $"default -> {NameOf(classifier.Otherwise)}\n");
            return;
        }

        text.Append("pool ungoverned {}\ndefault -> ungoverned\n");
    }

    private void Leave()
    {
        if (_state.Classifier is { } classifier && ClassifierReader.Read(classifier) is null)
        {
            _left.Add($"The classifier {classifier.Schema}.{classifier.Name} is not one that RgPolicy wrote: write a class for each of its answers.");
        }

        foreach (var shared in _state.Groups.GroupBy(group => group.Pool, StringComparer.OrdinalIgnoreCase).Where(groups => groups.Count() > 1))
        {
            _left.Add($"The resource pool {shared.Key} has several workload groups: as a policy each gets a pool of its own with the same limits.");
        }

        foreach (var empty in _state.Pools.Where(pool => !_state.Groups.Any(group => string.Equals(group.Pool, pool.Name, StringComparison.OrdinalIgnoreCase))))
        {
            _left.Add($"The resource pool {empty.Name} has no workload group: no session can be in it.");
        }

        foreach (var group in _state.Groups.Where(group => !GovernorNames.IsOwn(group.Name)))
        {
            _left.Add($"The workload group {group.Name} is not RgPolicy's: applied, the policy makes {GovernorNames.Of(_names[group.Name])} beside it.");
        }
    }

    private string NameOf(string group) => _names.TryGetValue(group, out var name) ? name : PolicyWords.Name(group);
}
