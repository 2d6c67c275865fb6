using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Signals;

namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>Turns conditions into questions that a session's login answers. What is asked about the query itself is
/// unknown then and for the whole session, so it makes a condition neither true nor false, and a class whose condition
/// is not true does not match.</summary>
internal sealed class LoginTests
{
    private static readonly LoginTest Yes = new LoginTest.Always(true);
    private static readonly LoginTest No = new LoginTest.Always(false);

    private readonly SignalValues _constants = new();

    public LoginTests(TargetProfile target) => TargetSignals.Fill(_constants, target);

    /// <summary>The question whose answer is yes where the condition is true.</summary>
    public LoginTest WhereTrue(Condition? condition) => condition is null ? Yes : Where(condition, wanted: true);

    /// <summary>The question whose answer is yes where the condition is false, whatever the session does.</summary>
    public LoginTest WhereFalse(Condition? condition) => condition is null ? No : Where(condition, wanted: false);

    private LoginTest Where(Condition condition, bool wanted) =>
        condition switch
        {
            AndCondition and => Join(and.Operands, wanted, all: wanted),
            OrCondition or => Join(or.Operands, wanted, all: !wanted),
            NotCondition not => Where(not.Operand, !wanted),
            DuringCondition during => new LoginTest.During(ZoneOffsets.WindowOf(during.Window), !wanted),
            AtomCondition { Signal.IsTargetConstant: true } atom => Constant(atom) == wanted ? Yes : No,
            ContainsCondition { Signal.Name: SignalCatalog.Group } groups => Members(groups, wanted),
            AtomCondition atom when InputOf(atom.Signal) is { } input => Atom(atom, input, wanted),
            _ => No,
        };

    private LoginTest Join(ImmutableArray<Condition> operands, bool wanted, bool all) =>
        Combine([.. operands.Select(operand => Where(operand, wanted))], all);

    private bool Constant(AtomCondition atom) =>
        ConditionCompiler.Compile(atom).Evaluate(_constants, default(Instant)).Value == Truth.True;

    private static LoginTest Atom(AtomCondition atom, LoginInput input, bool wanted) =>
        atom switch
        {
            KnownCondition => wanted ? Yes : No,
            ComparisonCondition { Value: TextConstant text } comparison => Compare(
                input,
                text,
                negated: wanted == (comparison.Operator == ComparisonOperator.NotEqual)
            ),
            LikeCondition { Pattern: var pattern } => IsComparable(pattern.Units, pattern.Exactly)
                ? new LoginTest.Match(input, pattern, !wanted)
                : No,
            InCondition within => Combine(
                [.. within.Values.OfType<TextConstant>().Select(text => Compare(input, text, negated: !wanted))],
                all: !wanted
            ),
            _ => No,
        };

    /// <summary>The server compares names of groups as the domain does, which is without regard to case.</summary>
    private static LoginTest Members(ContainsCondition groups, bool wanted) =>
        Combine(
            [
                .. groups.Values.Select(group =>
                    !group.Exactly && IsComparable(group.Value, exactly: true)
                        ? new LoginTest.Member(group.Value, !wanted)
                        : No
                ),
            ],
            all: !wanted
        );

    private static LoginTest Compare(LoginInput input, TextConstant text, bool negated) =>
        IsComparable(text.Value, text.Exactly) ? new LoginTest.Compare(input, text.Value, text.Exactly, negated) : No;

    /// <summary>A text is not compared where the server and the language have different capitals of its
    /// letters.</summary>
    private static bool IsComparable(string text, bool exactly) =>
        CaseFolding.IsPlain(new TextConstant(text, exactly)) && !text.Contains('\0', StringComparison.Ordinal);

    private static LoginTest Combine(ImmutableArray<LoginTest> tests, bool all)
    {
        var decisive = all ? No : Yes;
        if (tests.Contains(decisive))
            return decisive;
        ImmutableArray<LoginTest> open = [.. tests.Where(test => test is not LoginTest.Always)];
        return open.Length switch
        {
            0 => all ? Yes : No,
            1 => open[0],
            _ => all ? new LoginTest.AllOf(open) : new LoginTest.AnyOf(open),
        };
    }

    private static LoginInput? InputOf(Signal signal) =>
        signal.Name switch
        {
            "session.login" => LoginInput.Login,
            "session.app" => LoginInput.App,
            "session.host" => LoginInput.Host,
            "session.database" => LoginInput.Database,
            _ => null,
        };
}
