using System.Globalization;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What running statements have used, where the server's threads are on this host. Looked at from the second
/// poll on, ever more seldom as they grow older.</summary>
internal sealed class ThreadUsage(int processId)
{
    private readonly ProcUsageReader _reader = new(
        string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task")
    );

    /// <summary>Looks at those whose time has come.</summary>
    public void Update(IReadOnlyList<RunningStatement> running, DateTimeOffset now)
    {
        foreach (var statement in running)
        {
            var age = now - statement.Started;
            if (statement.Sightings > 1 && statement.Usage.IsDue(age))
                statement.Usage.Read(_reader, statement.Row.ThreadId, [], age);
        }
    }
}
