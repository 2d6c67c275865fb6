using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Events;

/// <summary>Sessions of Extended Events: made, started, dropped, and what their targets hold.</summary>
internal sealed class EventStore
{
    private readonly Dictionary<string, bool> _sessions = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _held = new(StringComparer.OrdinalIgnoreCase);

    public IEnumerable<string> All => _sessions.Keys;

    /// <summary>Those that were started.</summary>
    public IEnumerable<string> Running => _sessions.Where(each => each.Value).Select(each => each.Key);

    /// <summary>What a session's target holds; NULL before something happened.</summary>
    public string? HeldBy(string session) => _held.GetValueOrDefault(session);

    public void Hold(string session, string xml) => _held[session] = xml;

    /// <summary>Carries out a statement.</summary>
    /// <exception cref="SqlFailure">It is there already, or is not.</exception>
    public void Change(TSqlStatement statement)
    {
        switch (statement)
        {
            case CreateEventSessionStatement create:
                if (!_sessions.TryAdd(create.Name.Value, false))
                    throw new SqlFailure(25631, $"The event session, \"{create.Name.Value}\", already exists.");
                break;
            case AlterEventSessionStatement { StatementType: AlterEventSessionStatementType.AlterStateIsStart } start:
                _sessions[Known(start.Name.Value)] = true;
                break;
            case DropEventSessionStatement drop:
                _sessions.Remove(Known(drop.Name.Value));
                break;
            default:
                throw new SqlFailure(102, $"{statement.GetType().Name} is not known here.");
        }
    }

    private string Known(string name) =>
        _sessions.ContainsKey(name) ? name : throw new SqlFailure(15151, $"Cannot find the event session '{name}'.");
}
