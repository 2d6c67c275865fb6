using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Facts;

/// <summary>The items of a bound policy with the comments that stand at them.</summary>
internal sealed class PolicyItems(SyntaxTree tree)
{
    private readonly ImmutableArray<(SyntaxToken Token, SyntaxTrivia Trivia, int Place)> _comments =
    [
        .. tree
            .Tokens.SelectMany(token =>
                token.Trivia.Select((trivia, place) => (Token: token, Trivia: trivia, Place: place))
            )
            .Where(each => each.Trivia.IsComment),
    ];

    public static readonly ImmutableSortedDictionary<string, ImmutableArray<string>> Fields = new Dictionary<
        string,
        ImmutableArray<string>
    >(StringComparer.Ordinal)
    {
        ["policy"] = ["classes", "pools", "rules", "states", "objectives", "tests", "comment"],
        ["pool"] = ["name", "comment", "settings", "setting"],
        ["class"] = ["name", "comment", "pool", "signals", "rules", "objectives"],
        ["rule"] = ["name", "comment", "classes", "actions", "window", "unless", "signals"],
        ["step"] = ["rule", "comment", "action", "unless", "window", "signals"],
        ["state"] = ["name", "comment", "until", "pools", "signals"],
        ["objective"] = ["class", "comment", "percentile", "yields"],
        ["test"] = ["name", "comment", "expects"],
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);

    /// <summary>All of them, the policy itself first.</summary>
    public ImmutableArray<PolicyItem> Of(Policy policy) =>
        [
            Whole(policy),
            .. policy.Pools.Select(pool =>
                Item(
                    "pool",
                    pool.Name,
                    pool.Range,
                    ("name", [pool.Name]),
                    ("settings", pool.Settings.Select(setting => SettingNames.ToText(setting.Name))),
                    ("setting", pool.Settings.Select(setting => setting.Text))
                )
            ),
            .. policy.Classes.Select(query => Class(policy, query)),
            .. policy.Rules.Select(Rule),
            .. policy.Rules.SelectMany(rule => rule.Steps.Select(step => Step(rule, step))),
            .. policy.States.Select(State),
            .. policy.Objectives.Select(goal =>
                Item(
                    "objective",
                    goal.Class.Name,
                    goal.Range,
                    ("class", [goal.Class.Name]),
                    ("percentile", ["p" + goal.Percentile.ToDouble().ToString(CultureInfo.InvariantCulture)]),
                    ("yields", goal.Yields.Select(pool => pool.Name))
                )
            ),
            .. policy.Tests.Select(test =>
                Item("test", test.Name, test.Range, ("name", [test.Name]), ("expects", test.ExpectedClasses))
            ),
        ];

    private PolicyItem Whole(Policy policy) =>
        Item(
            "policy",
            policy.Path,
            new TextRange(1, 1, 1, 1),
            ("classes", policy.Classes.Select(query => query.Name)),
            ("pools", policy.Pools.Select(pool => pool.Name)),
            ("rules", policy.Rules.Select(rule => rule.Name)),
            ("states", policy.States.Select(state => state.Name)),
            ("objectives", policy.Objectives.Select(goal => goal.Class.Name)),
            ("tests", policy.Tests.Select(test => test.Name))
        );

    private PolicyItem Class(Policy policy, QueryClass query) =>
        Item(
            "class",
            query.Name,
            query.Range,
            ("name", [query.Name]),
            ("pool", [query.Pool.Name]),
            ("signals", Signals(query.Condition)),
            (
                "rules",
                policy
                    .Rules.Where(rule => rule.Classes.Any(watched => watched.Index == query.Index))
                    .Select(rule => rule.Name)
            ),
            (
                "objectives",
                policy
                    .Objectives.Where(goal => goal.Class.Index == query.Index)
                    .Select(goal => "p" + goal.Percentile.ToDouble().ToString(CultureInfo.InvariantCulture))
            )
        );

    private PolicyItem Rule(Rule rule) =>
        Item(
            "rule",
            rule.Name,
            rule.Range,
            ("name", [rule.Name]),
            ("classes", rule.Classes.Select(query => query.Name)),
            ("actions", rule.Steps.Select(step => Action(step.Then))),
            ("window", rule.During is { } window ? [window.Name] : []),
            ("unless", rule.Unless is { } unless ? [unless.Text] : []),
            ("signals", rule.Steps.SelectMany(step => Signals(step.When)))
        );

    private PolicyItem Step(Rule rule, RuleStep step) =>
        Item(
            "step",
            rule.Name,
            step.Range,
            ("rule", [rule.Name]),
            ("action", [Action(step.Then)]),
            ("unless", rule.Unless is { } unless ? [unless.Text] : []),
            ("window", rule.During is { } window ? [window.Name] : []),
            ("signals", Signals(step.When))
        );

    private PolicyItem State(State state) =>
        Item(
            "state",
            state.Name,
            state.Range,
            ("name", [state.Name]),
            ("until", state.Until is { } until ? [until.Text] : []),
            ("pools", state.Overrides.Select(change => change.Pool.Name)),
            ("signals", Signals(state.When))
        );

    private static IEnumerable<string> Signals(Condition? condition) =>
        condition is null
            ? []
            : condition
                .Atoms()
                .Select(atom => atom.Signal)
                .Select(signal => signal.Name)
                .Distinct(StringComparer.Ordinal);

    private static string Action(RuleAction action) =>
        action switch
        {
            RuleAction.Log => "log",
            RuleAction.Notify => "notify",
            RuleAction.Deprioritize => "deprioritize",
            RuleAction.Limit => "limit",
            RuleAction.MoveTo => "move",
            RuleAction.ShrinkNext => "shrink",
            RuleAction.Quarantine => "quarantine",
            _ => "cancel",
        };

    private PolicyItem Item(
        string sort,
        string name,
        TextRange range,
        params (string Field, IEnumerable<string> Values)[] fields
    ) =>
        new(
            sort,
            name,
            range,
            fields
                .Append(("comment", Comments(range)))
                .Select(field => KeyValuePair.Create(field.Item1, field.Item2.ToImmutableArray()))
                .Where(field => !field.Value.IsEmpty)
                .ToImmutableSortedDictionary(StringComparer.Ordinal)
        );

    /// <summary>The comments in it, those above it without an empty line between, and the one behind it
    /// on its last line.</summary>
    private IEnumerable<string> Comments(TextRange range)
    {
        var (start, end) = (
            tree.Source.Offset(range.StartLine, range.StartColumn),
            tree.Source.Offset(range.EndLine, range.EndColumn)
        );
        return _comments
            .Where(each => IsIn(each.Trivia, start, end) || IsAbove(each, start) || IsBehind(each.Trivia, range))
            .Select(each => each.Trivia.Text);
    }

    private static bool IsIn(SyntaxTrivia comment, int start, int end) => comment.Start >= start && comment.Start < end;

    private static bool IsAbove((SyntaxToken Token, SyntaxTrivia Trivia, int Place) each, int start) =>
        each.Token.Start == start
        && each.Token.Trivia.Skip(each.Place + 1).All(below => below.IsComment || below.LineEnds < 2);

    private bool IsBehind(SyntaxTrivia comment, TextRange range) =>
        tree.Source.Range(comment.Start, comment.Start) is { StartLine: var line, StartColumn: var column }
        && line == range.EndLine
        && column >= range.EndColumn;
}

/// <summary>One item of a bound policy as named facts, for rules that an organisation has about its policies.</summary>
/// <param name="Sort"><c>policy</c>, <c>pool</c>, <c>class</c>, <c>rule</c>, <c>step</c>, <c>state</c>,
/// <c>objective</c> or <c>test</c>.</param>
/// <param name="Name">Its name, or that of what it stands in.</param>
/// <param name="Range">Where it stands.</param>
/// <param name="Fields">The values of each field; a field that is not there has none.</param>
public sealed record PolicyItem(
    string Sort,
    string Name,
    TextRange Range,
    ImmutableSortedDictionary<string, ImmutableArray<string>> Fields
)
{
    /// <summary>The values of a field; none where the item has no such field.</summary>
    /// <param name="field">The field's name.</param>
    public ImmutableArray<string> Values(string field) => Fields.GetValueOrDefault(field, []);
}
