using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A plan for people.</summary>
internal sealed class PlanText(CliContext context)
{
    private const string Nothing = "(none)";

    private readonly Paint _paint = new(context.UsesColour);

    public void Write(ChangePlan plan)
    {
        var edition = plan.Server.Edition is { } name ? ", " + Printable.Of(name) : "";
        Line(
            $"target {Printable.Of(plan.Target)}: {Printable.Of(plan.Server.Name)}, {plan.Server.Kind} "
                + $"{plan.Server.Version}{edition}"
        );
        if (plan.Revision is { } revision)
            Line($"policy revision {revision}");

        WriteChanges(plan.Changes);
        WriteList(
            "Hints for later executions that rgp run keeps, and a plan leaves as they are",
            plan.Changes.Where(IsKeptHint).Select(HintLine)
        );
        WriteList("Statements", plan.Steps.Select(step => step.Sql));
        WriteList(
            "Not carried out by the server's configuration",
            plan.NotEnforced.GroupBy(item => (item.Setting, item.Reason))
                .Select(items => $"{items.Key.Setting} ({Classes(items)}): {items.Key.Reason}")
        );
        WriteList("Warnings", plan.Warnings);
        WriteList("Refused", plan.Refusals);
    }

    /// <summary>How many objects of each kind change, in one line.</summary>
    public static string Summary(ChangePlan plan)
    {
        var (create, alter, drop) = (
            Count(plan, ConfigurationChange.Create),
            Count(plan, ConfigurationChange.Alter),
            Count(plan, ConfigurationChange.Drop)
        );
        return create + alter + drop == 0 && plan.IsEmpty
            ? "no changes"
            : Invariant($"{create} to create, {alter} to alter, {drop} to drop");
    }

    private static int Count(ChangePlan plan, string action) => plan.Changes.Count(change => change.Action == action);

    private void WriteChanges(ImmutableArray<ConfigurationChange> changes)
    {
        changes = [.. changes.Where(change => !IsKeptHint(change))];
        var changed = changes.Where(change => change.Action != ConfigurationChange.None).ToList();
        if (changed.Count > 0)
            Title("Changes");

        foreach (var change in changed)
        {
            Line(
                $"  {Sign(change.Action)} {change.Kind.Replace('_', ' ')} {Printable.Of(change.Name)}  "
                    + $"({change.Effect.Replace('_', ' ')}: {change.Reason})"
            );
            WriteValues(change);
        }

        if (changes.Length > changed.Count)
            Line(Invariant($"  {changes.Length - changed.Count} unchanged"));
    }

    private static string Classes(IEnumerable<UnenforcedSetting> items)
    {
        var names = items.Select(item => item.Class).Distinct(StringComparer.Ordinal).ToList();
        return (names.Count == 1 ? "class " : "classes ") + string.Join(", ", names);
    }

    private static bool IsKeptHint(ConfigurationChange change) =>
        change is { Kind: HintChanges.Kind, Action: ConfigurationChange.None };

    private static string HintLine(ConfigurationChange change) =>
        $"{change.Name}: {MemberOf(change.After, HintChanges.Hint)?.GetString()} ({change.Reason})";

    private void WriteValues(ConfigurationChange change)
    {
        if (change.Kind == "classifier" || change.After is not { } after)
            return;

        foreach (var member in after.EnumerateObject().Where(member => IsWorthSaying(change, member)))
        {
            var before = MemberOf(change.Before, member.Name) is { } value ? Value(value) + " -> " : "";
            Line($"      {member.Name.Replace('_', ' ')}: {before}{Value(member.Value)}");
        }
    }

    /// <summary>What has changed; of a new object what is not as the server makes it, and of a new hint
    /// the hint alone.</summary>
    private static bool IsWorthSaying(ConfigurationChange change, JsonProperty member) =>
        member.Name != "name"
        && (change is not { Kind: HintChanges.Kind, Before: null } || member.Name == HintChanges.Hint)
        && !(
            MemberOf(change.Before ?? GovernorDefaults.Of(change.Kind), member.Name) is { } usual
            && IsSame(usual, member.Value)
        );

    private static JsonElement? MemberOf(JsonElement? values, string name) =>
        values is { } all && all.TryGetProperty(name, out var value) ? value : null;

    private static bool IsSame(JsonElement one, JsonElement other) =>
        one.ValueKind == JsonValueKind.Number && other.ValueKind == JsonValueKind.Number
            ? one.GetDecimal() == other.GetDecimal()
            : Value(one) == Value(other);

    private static string Value(JsonElement value) =>
        value.ValueKind == JsonValueKind.String
            ? Printable.Of(value.GetString() is { Length: > 0 } text ? text : Nothing)
            : value.GetRawText();

    private static char Sign(string action) =>
        action switch
        {
            ConfigurationChange.Create => '+',
            ConfigurationChange.Drop => '-',
            _ => '~',
        };

    private void WriteList(string title, IEnumerable<string> lines)
    {
        var isFirst = true;
        foreach (var line in lines)
        {
            if (isFirst)
            {
                Title(title);
                isFirst = false;
            }

            foreach (var part in line.Split('\n'))
                Line("  " + Printable.Of(part));
        }
    }

    private void Title(string text)
    {
        Line("");
        Line(_paint.Of(Tint.Strong, text));
    }

    private void Line(string text) => context.Output.WriteLine(text);
}
