using System.Numerics;
using RgPolicy.Engine.Classify.Index;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Signals;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Engine.Tests.Classify.Index;

/// <summary>How classes are cut into arms and where each arm is looked for: answers are the same wherever that is, and
/// only the time differs.</summary>
public sealed class IndexBaselineTests
{
    private static readonly string[] Texts =
    [
        "session.app",
        "session.login",
        "session.host",
        "session.database",
        "statement.fingerprint",
        "plan.shape",
        "statement.kind",
    ];

    private static readonly string[] Conditions =
    [
        "session.app = 'a' and plan.rows > 5",
        "session.app in ('a', 'b', 'c', 'd') and session.login = 'x'",
        "session.app in ('a', 'b', 'c', 'd', 'e')",
        "session.app like 'rep%' and plan.rows between 10 and 20",
        "not session.app like 'rep%' and session.login like '%x'",
        "not (session.app = 'a' or session.login = 'y') and not plan.rows < 7",
        "(session.app = 'p' or plan.rows = 3) and (session.login = 'q' or plan.cost > 1.5)",
        "plan.dop = 2 and plan.rows = 1000000",
        "plan.rows in (1000000, 2000000) and plan.writes",
        "plan.rows in (1000000, 2000000, 3000000)",
        "plan.shape = scan and during day",
        "plan.shape in (join, sort) and plan.working_set is known",
        "plan.working_set is not known and not during night",
        "statement.tables contains 'orders' and session.app = 'f'",
        "dbms.version > 15.2 and session.host = exactly 'H'",
        "request.elapsed > 1 min and request.elapsed < 2 min and request.cpu > 0.5 s",
        "plan.rows > 5 and plan.rows > 10 and plan.rows <= 12 and plan.cost = 0.1",
        "session.database in ('x', 'y') and session.database in ('y', 'z')",
        "plan.rows = 7 or plan.rows = 8 or plan.rows = 9 or session.host like '%z_' or plan.dop > 3",
        "session.login = 'bi' and session.app like 'x%' and plan.cost < 3",
        "session.app like 'a%' and session.host like '%b' and not session.login like 'c%'",
    ];

    [Fact]
    public void Compile_ConditionsOfAllKinds_AreLookedForWhereWritten() =>
        Baseline.Check("index_kinds.txt", Describe(Conditions));

    // As many of a name, a number and a pattern that lists become too long.
    [Fact]
    public void Compile_ManyOfAName_GoToTheBitmap() =>
        Baseline.Check(
            "index_many.txt",
            Describe([
                .. Enumerable.Range(0, 60).Select(number => $"session.login = 'l{number}' and plan.rows > {number}"),
                .. Enumerable
                    .Range(0, 60)
                    .Select(number => $"session.app = 'a{number % 3}' and session.host = 'h{number % 50}'"),
                .. Enumerable.Range(0, 20).Select(number => $"session.app = 'a7' and plan.cost > {20 - number}"),
                .. Enumerable
                    .Range(0, 60)
                    .Select(number => $"plan.rows = {(number / 5) + 200} and plan.cost = {number % 5}"),
                .. Enumerable.Range(0, 8).Select(number => $"session.app like 'p{number}%' and plan.dop = {number}"),
            ])
        );

    // Up to 64 arms are made of a condition; with one more it stays whole.
    [Theory]
    [InlineData(3, 4, 64)]
    [InlineData(3, 5, 1)]
    [InlineData(1, 64, 64)]
    [InlineData(1, 65, 1)]
    [InlineData(6, 2, 64)]
    [InlineData(7, 2, 1)]
    public void Of_AndOfOrs_IsExpandedAsLongAsThereAreFewArms(int all, int any, int expected)
    {
        var condition = string.Join(
            " and ",
            Enumerable
                .Range(0, all)
                .Select(part =>
                    $"({string.Join(" or ", Enumerable.Range(0, any).Select(each => Question(part, each)))})"
                )
        );

        foreach (var text in new[] { condition, $"not not ({condition})" })
        {
            var program = Compile([text]);

            var arms = ArmExpansion.Of(program.Classes[0].Condition ?? throw new InvalidOperationException());
            Assert.Equal(expected, arms.Length);
            Assert.All(arms, arm => Assert.All(arm, literal => Assert.False(literal.IsNegated)));
        }
    }

    private static string Question(int part, int number) =>
        part < 5 ? $"{Texts[part]} = '{number}'"
        : part == 5 ? $"plan.shape = {(number == 0 ? "scan" : "join")}"
        : $"statement.kind = {(number == 0 ? "select" : "insert")}";

    private static IEnumerable<string> Describe(IReadOnlyList<string> conditions)
    {
        var program = Compile(conditions);
        var expanded = program
            .Classes.Where(item => item.Condition is not null)
            .SelectMany(item =>
                ArmExpansion
                    .Of(item.Condition ?? throw new InvalidOperationException())
                    .Select(literals => (item.Class.Index, Literals: literals))
            )
            .ToList();
        var collector = new SlotCollector();
        expanded.ForEach(arm => arm.Literals.ToList().ForEach(literal => collector.Add(literal.Condition)));
        var slots = collector.Build();
        var compiler = new ArmCompiler(collector, slots);
        ImmutableArray<Arm> arms = [.. expanded.Select(arm => compiler.Compile(arm.Index, arm.Literals))];
        var plan = new AccessPlan(arms, slots);
        return Enumerable
            .Range(0, slots.Count)
            .Select(slot =>
                Text(
                    $"slot {slot}: signal {slots.SignalOf(slot):x}, {slots.RankCount(slot)} ranks, {slots.ConstantCount(slot)} constants"
                )
            )
            .Concat(arms.Select((arm, number) => $"arm {number}: {Arm(arm)}"))
            .Concat(Lists("rank", plan.ByRank, group => slots.RankCount(plan.ByRank.SlotOf(group))))
            .Concat(
                Lists(
                    "pattern",
                    plan.ByPattern,
                    group => slots.TextScaleOf(slots.ScaleOfTextSlot(plan.ByPattern.SlotOf(group))).PatternCount
                )
            )
            .Append($"others: {string.Join(' ', plan.Others)}")
            .Concat(Questions(program, new ArmBitmap(plan.Others, arms, slots), slots));
    }

    // Which arms the bitmap leaves to be asked, and in which texts a pattern was found.
    private static IEnumerable<string> Questions(PolicyProgram program, ArmBitmap bitmap, Slots slots)
    {
        var random = new Random(6);
        var source = new RandomPolicies(random);
        var values = new SignalValues();
        for (var question = 0; question < 120 && bitmap.BlockCount > 0; question++)
        {
            source.Fill(values);
            values[SignalCatalog.Get("session.app")] = SignalValue.Of(random.Next(2) == 0 ? "p1" : "report");
            values[SignalCatalog.Get("session.login")] = SignalValue.Of("l" + random.Next(60));
            values[SignalCatalog.Get("session.host")] = SignalValue.Of("h" + random.Next(50));
            if (question % 3 == 0)
                values[SignalCatalog.Get("session.app")] = SignalValue.Of("a" + random.Next(4));

            values[SignalCatalog.Get("plan.rows")] = SignalValue.Of(random.Next(300));
            var ranks = slots.Read(values, NodaTime.Instant.FromUtc(2026, 11, 20, 9, 0));
            var chosen = new int[bitmap.SlotCount];
            var left = bitmap.ChooseRows(ranks, question % 4 == 0 ? slots.SignalOf(0) : 0, chosen);
            var count = Enumerable.Range(0, ArmBitmap.BlockWords).Sum(word => BitOperations.PopCount(left[word]));
            var decision = program.Classify(values, NodaTime.Instant.FromUtc(2026, 11, 20, 9, 0));
            Assert.Equal(
                ClassByClass.Classify(program, values, NodaTime.Instant.FromUtc(2026, 11, 20, 9, 0)),
                decision
            );
            yield return Text(
                $"question {question}: {count} arms, patterns {slots.ScalesWithPatterns(ranks):x}, rows {string.Join(' ', chosen)}: class {decision.ClassIndex} {decision.PendingSignals:x}"
            );
        }
    }

    private static IEnumerable<string> Lists(string kind, ArmLists lists, Func<int, int> countOf) =>
        from @group in Enumerable.Range(0, lists.GroupCount)
        from number in Enumerable.Range(0, countOf(@group))
        let entries = Numbers(lists, lists.Place(@group, number))
        where entries.Length > 0
        select $"{kind} {number} of slot {lists.SlotOf(@group)}: {entries}";

    private static string Numbers(ArmLists lists, int place)
    {
        var numbers = new List<string>();
        foreach (ref readonly var entry in lists.Of(place))
            numbers.Add(Text($"{entry.Number}"));

        return string.Join(' ', numbers);
    }

    private static string Arm(Arm arm) =>
        string.Join(
            ", ",
            arm.Tests.Select(test => Text($"slot {test.Slot} {Ranges(test.Set)} share {test.Share:0.####}"))
                .Concat(
                    arm.Patterns.Select(test =>
                        Text($"slot {test.Slot} {(test.IsNegated ? "not " : "")}pattern {test.Pattern}")
                    )
                )
                .Concat(arm.Rest.Select(condition => condition.Text))
                .Prepend(Text($"class {arm.Class}"))
        );

    private static string Ranges(RankSet set) =>
        string.Join(' ', set.Ranges.Select(range => Text($"{range.Low}..{range.High}")));

    private static PolicyProgram Compile(IReadOnlyList<string> conditions)
    {
        var text =
            "language 1\nwindow day = mon..fri 08:00..18:00 \"Etc/UTC\"\nwindow night = mon..sun 22:00..06:00 "
            + "\"Etc/UTC\"\n"
            + "pool a { cpu weight 1000 }\n"
            + string.Concat(conditions.Select((condition, number) => $"class c{number} -> a when {condition}\n"))
            + "default -> a\n";
        return PolicyText.Compile(text);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
