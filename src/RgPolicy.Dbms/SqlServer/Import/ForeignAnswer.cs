namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A workload group that a classifier returns, and for which sessions.</summary>
internal sealed record ForeignAnswer(LoginTest Test, string Group, bool IsNull = false)
{
    /// <summary>The same answer, for those sessions only that meet this condition too.</summary>
    public ForeignAnswer Where(LoginTest test) => this with { Test = Both(test, Test) };

    public ForeignAnswer Cut(int length) =>
        IsNull || Group.Length <= length ? this : this with { Group = Group[..length] };

    public static LoginTest IsNullOf(ImmutableArray<ForeignAnswer> answers)
    {
        (LoginTest isNull, LoginTest others) = (new LoginTest.Always(false), new LoginTest.Always(true));
        foreach (var answer in answers)
        {
            isNull = answer.IsNull ? Either(isNull, Both(others, answer.Test)) : isNull;
            others = Both(others, Not(answer.Test));
        }

        return isNull;
    }

    /// <summary>All of them hold, or one; null where one of them is. What is always the same is left out.</summary>
    public static LoginTest? Join(List<LoginTest?> tests, bool isAll)
    {
        if (tests.Contains(null))
            return null;
        if (tests.Exists(test => test is LoginTest.Always always && always.Value != isAll))
            return new LoginTest.Always(!isAll);
        return Joined(tests.OfType<LoginTest>().Where(test => test is not LoginTest.Always), isAll);
    }

    public static LoginTest Both(LoginTest left, LoginTest right) =>
        (left, right) switch
        {
            (LoginTest.Always { Value: true }, _) => right,
            (_, LoginTest.Always { Value: true }) => left,
            (LoginTest.Always, _) or (_, LoginTest.Always) => new LoginTest.Always(false),
            _ => Joined([.. Parts(left), .. Parts(right)], isAll: true),
        };

    public static LoginTest Either(LoginTest left, LoginTest right) => Not(Both(Not(left), Not(right)));

    public static LoginTest Not(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => new LoginTest.AnyOf([.. all.Tests.Select(Not)]),
            LoginTest.AnyOf any => new LoginTest.AllOf([.. any.Tests.Select(Not)]),
            LoginTest.Compare compare => compare with { Negated = !compare.Negated },
            LoginTest.Member member => member with { Negated = !member.Negated },
            LoginTest.Match match => match with { Negated = !match.Negated },
            LoginTest.Always always => new LoginTest.Always(!always.Value),
            ForeignHours hours => hours.Not(),
            _ => throw new NotSupportedException(
                $"A test of type {test.GetType().Name} is not read from a classifier."
            ),
        };

    /// <summary>Hours together may be all of the week, or none.</summary>
    private static LoginTest Joined(IEnumerable<LoginTest> tests, bool isAll)
    {
        var merged = ForeignHours.Merge(tests, isAll).ToList();
        if (merged.Exists(test => test is LoginTest.Always always && always.Value != isAll))
            return new LoginTest.Always(!isAll);
        ImmutableArray<LoginTest> open = [.. merged.Where(test => test is not LoginTest.Always)];
        return open switch
        {
            [] => new LoginTest.Always(isAll),
            [var only] => only,
            _ when isAll => new LoginTest.AllOf(open),
            _ => new LoginTest.AnyOf(open),
        };
    }

    private static ImmutableArray<LoginTest> Parts(LoginTest test) => test is LoginTest.AllOf all ? all.Tests : [test];
}

/// <summary>What could be read of a classifier that RgPolicy did not write.</summary>
/// <remarks><c>Answers</c>: workload groups with the sessions that get them: the first whose condition holds wins, and
/// the last one always holds. Empty where nothing could be read.</remarks>
internal sealed record ForeignClassifier(
    ImmutableArray<ForeignAnswer> Answers,
    ImmutableArray<ForeignLeft> Left,
    ImmutableArray<ForeignLeft> Remarks
);

/// <summary>A part of a classifier that no policy can say, or not as it is.</summary>
/// <param name="Before">The answer before which it stands, counted from 0.</param>
/// <param name="Text">What it is, in words for people.</param>
internal readonly record struct ForeignLeft(int Before, string Text);
