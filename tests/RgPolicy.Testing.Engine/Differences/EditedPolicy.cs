namespace RgPolicy.Testing.Engine.Differences;

/// <summary>A policy as its statements, in words: easy to draw, to edit and to write down.</summary>
internal sealed class EditedPolicy
{
    /// <summary>Constants that lengths of time are compared with.</summary>
    public List<(string Name, string Value)> Lengths { get; init; } = [];

    /// <summary>Constants that counts are compared with.</summary>
    public List<(string Name, string Value)> Counts { get; init; } = [];

    public List<(string Name, string Text)> Windows { get; init; } = [];

    public List<(string Name, List<string> Settings)> Pools { get; init; } = [];

    public List<(string Name, string Pool, string When)> Classes { get; init; } = [];

    public string Default { get; set; } = "p0";

    public List<EditedRule> Rules { get; init; } = [];

    public List<EditedState> States { get; init; } = [];

    public List<(string Class, string Goal)> Objectives { get; init; } = [];

    public string Strategy { get; set; } = "";

    public EditedPolicy Copy() =>
        new()
        {
            Lengths = [.. Lengths],
            Counts = [.. Counts],
            Windows = [.. Windows],
            Pools = [.. Pools.Select(pool => (pool.Name, pool.Settings.ToList()))],
            Classes = [.. Classes],
            Default = Default,
            Rules = [.. Rules.Select(rule => rule with { Steps = [.. rule.Steps], Classes = [.. rule.Classes] })],
            States = [.. States.Select(state => state with { Sets = [.. state.Sets] })],
            Objectives = [.. Objectives],
            Strategy = Strategy,
        };

    public string Text()
    {
        var text = new StringBuilder("language 1\n");
        foreach (var (name, value) in Lengths.Concat(Counts))
            text.Append($"let {name} = {value}\n");

        Windows.ForEach(window => text.Append($"window {window.Name} = {window.Text}\n"));
        Pools.ForEach(pool => text.Append($"pool {pool.Name} {{ {string.Join("  ", pool.Settings)} }}\n"));
        Classes.ForEach(item => text.Append($"class {item.Name} -> {item.Pool} when {item.When}\n"));
        text.Append($"default -> {Default}\n{Strategy}\n");
        foreach (var rule in Rules)
        {
            var steps = rule.Steps.Select(step => $"  when {step.When} then {step.Then}\n");
            var unless = rule.Unless.Length == 0 ? "" : $"  unless {rule.Unless}\n";
            var during = rule.During.Length == 0 ? "" : $"during {rule.During} ";
            text.Append(
                $"rule {rule.Name} on class {string.Join(", ", rule.Classes)} {during}{{\n{string.Concat(steps)}{unless}}}\n"
            );
        }

        foreach (var state in States)
        {
            text.Append($"state {state.Name} when {state.When}{state.Tail}\n");
            var pools = state
                .Sets.GroupBy(set => set.Pool, StringComparer.Ordinal)
                .Select(set => $"pool {set.Key} {{ {string.Join("  ", set.Select(each => each.Setting))} }}");
            text.Append(state.Sets.Count == 0 ? "" : $"in {state.Name} {{ {string.Join(" ", pools)} }}\n");
        }

        Objectives.ForEach(goal => text.Append($"objective {goal.Class} {goal.Goal}\n"));
        return text.ToString();
    }
}
