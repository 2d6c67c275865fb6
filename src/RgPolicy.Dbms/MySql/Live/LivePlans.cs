using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Live;

/// <summary>Looks, with polls, at statements that have run for a while: soon, and ever more seldom as they grow
/// older.</summary>
internal sealed class LivePlans(MySqlServerTraits traits, TimeProvider time)
{
    // The others come with the next poll.
    private const int MostAtOnce = 50;

    private readonly LiveReader _reader = new(traits, time);

    /// <summary>Looks at those whose time has come.</summary>
    public async Task UpdateAsync(
        MySqlLink link,
        IReadOnlyList<RunningStatement> running,
        DateTimeOffset now,
        CancellationToken cancellationToken
    )
    {
        var due = running.Where(each => IsDue(each, now)).Take(MostAtOnce).ToArray();
        if (due.Length == 0)
            return;
        var found = await _reader.ReadAsync(link, [.. due.Select(each => each.Row.SessionId)], cancellationToken);
        foreach (var statement in due)
            statement.Live?.Take(statement, found.GetValueOrDefault(statement.Row.SessionId), now - statement.Started);
    }

    private static bool IsDue(RunningStatement statement, DateTimeOffset now)
    {
        if (StatementProfile.FromKind(statement.Statement.Kind) is not null)
            return false;
        statement.Live ??= new LiveStatement(statement.Statement);
        return statement.Live.IsDue(now - statement.Started);
    }
}
