using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>When each login had its last turn.</summary>
internal sealed class SampleTurns
{
    private const int MostLogins = 1024;
    private readonly Dictionary<string, long> _last = new(StringComparer.Ordinal);
    private long _turn;

    /// <summary>The number of its last turn; 0 before the first.</summary>
    public long LastOf(string login) => _last.GetValueOrDefault(login);

    /// <summary>It has its turn now.</summary>
    public void Note(string login) => _last[login] = ++_turn;

    /// <summary>Forgets logins that run nothing, once there are many: one that comes and goes would be first each
    /// time.</summary>
    public void Follow(Observation seen)
    {
        if (_last.Count > MostLogins)
        {
            var running = seen.Queries.Select(query => query.Session.Login).ToHashSet(StringComparer.Ordinal);
            foreach (var gone in _last.Keys.Where(login => !running.Contains(login)).ToList())
            {
                _last.Remove(gone);
            }
        }
    }
}
