using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Compile;

/// <summary>What policies come to on hosts of all kinds, word for word: settings, masks, classes of service, rules and
/// phases.</summary>
public sealed class ProgramBaselineTests
{
    // Every setting, with shares of every kind.
    private const string Settings = """
        language 1
        window night = mon..sun 22:00..06:00 "Etc/UTC"
        pool top     { cache 100%  cpu weight 1000  cores all }
        pool half    { cache 50%  cores 50%  cpu weight 500  memory bandwidth 55%  maxdop 4  grant 25% }
        pool listed  { cache 5 ways, at least 4 ways  cores 1..3, 6  cpu weight 100  memory bandwidth 10% }
        pool node    { cache 10%, at least 2 ways  cores numa 1  cpu weight 20  io read 100 MiB/s  io reads 500/s }
        pool socket  { cores socket 0  cpu cap 20%  io read 1 MiB/s  maxdop 1 }
        pool like_it { cache 25%  cores like listed  cpu weight 250  io reads 90/s }
        pool rest    { cpu weight 1000 }
        class oltp  -> top     when plan.shape = oltp
        class scan  -> node    when plan.shape = scan and (plan.working_set > host.llc / 2 or host.cores > 8)
        class lists -> listed  when session.app = 'lists' and not (request.elapsed < 1 min)
        class night -> half    when during night and session.login in ('bi', 'report')
        class other -> socket  when dbms.kind = mariadb and statement.kind = select
        class like  -> like_it when history.executions is known or plan.writes
        default     -> rest
        rule long on class scan, night {
          when request.elapsed > 1 min then log
          when request.elapsed > 2 min then deprioritize
          when request.elapsed > 3 min then limit cpu cap 20%
          when request.elapsed > 5 min then cancel
        }
        rule odd on class lists, like during night {
          when request.elapsed > 1 min then notify
          when request.elapsed > 2 min then move to node
          when request.elapsed > 3 min then shrink next
          when request.elapsed > 4 min then quarantine fingerprint for 1 h
          when request.elapsed > 5 min then quarantine fingerprint to half for 2 h
          unless request.blocking > 0
        }
        """;

    // More different shares than classes of service, some of them apart from the others.
    private const string Folded = """
        language 1
        pool own    { cache 20%, exclusive }
        pool second { cache 3 ways, exclusive  memory bandwidth 40% }
        pool a { cache 10%  memory bandwidth 20% }
        pool b { cache 20%  memory bandwidth 90% }
        pool c { cache 30% }
        pool d { cache 40%  cores 25% }
        pool e { cache 50%  cores 75% }
        pool f { cache 60% }
        pool g { memory bandwidth 30% }
        pool top { cache 100% }
        class q0 -> own    when session.app = '0'
        class q1 -> second when session.app = '1'
        class q2 -> a      when session.app = '2'
        class q3 -> b      when session.app = '3'
        class q4 -> c      when session.app = '4'
        class q5 -> d      when session.app = '5'
        class q6 -> e      when session.app = '6'
        class q7 -> f      when session.app = '7'
        class q8 -> g      when session.app = '8'
        default  -> top
        """;

    // Windows of rules only, and signals that are never or not everywhere measured.
    private const string Rules = """
        language 1
        window night = mon..sun 22:00..06:00 "Etc/UTC"
        window early = mon..fri 06:00..08:00 "Etc/UTC"
        pool top  { cpu weight 1000 }
        pool slow { cpu weight 50 }
        class scan -> slow when plan.shape = scan
        default    -> top
        rule always on class scan { when request.elapsed > 1 min then log }
        rule late on class scan during night { when request.elapsed > 2 min then move to top }
        rule wide on class default {
          when host.memory.bandwidth > 1 GiB/s then log
          when host.memory.bandwidth > 2 GiB/s and request.memory > 1 GiB and during early then deprioritize
        }
        """;

    // What a strategy splits, and what may give way to an objective.
    private const string Strategy = """
        language 1
        pool critical  { cache 100%  cpu weight 1000 }
        pool exclusive { cache 10%, exclusive  cpu weight 1000 }
        pool reporting { cache 60%, at least 3 ways  cpu weight 400  memory bandwidth 50% }
        pool streaming { cache 10%, at least 2 ways  cpu weight 50 }
        pool weighed   { cpu weight 30 }
        class oltp -> critical  when plan.shape = oltp
        class own  -> exclusive when session.app = 'own'
        class scan -> streaming when plan.shape = scan
        class load -> weighed   when plan.shape = bulk_load
        default    -> reporting
        cache strategy STRATEGY
        objective oltp p95 elapsed < 300 ms { yields reporting, streaming }
        objective own p95 elapsed < 1 s { yields weighed }
        rule slow on class scan, load, default { when request.elapsed > 1 min then deprioritize }
        """;

    public static TheoryData<string, string> Texts =>
        new()
        {
            { "settings", Settings },
            { "folded", Folded },
            { "rules", Rules },
            { "dynamic", Strategic("dynamic by plan.working_set, reserve 15% for streaming") },
            { "locality", Strategic("locality") },
            { "objective", Strategic("objective") },
        };

    [Theory]
    [MemberData(nameof(Texts))]
    public void Compile_OnEveryHost_ComesToWhatIsWritten(string name, string text) =>
        Baseline.Check($"program_{name}.txt", Targets.All.SelectMany(target => On(target, text)));

    private static string Strategic(string strategy) =>
        Strategy.Replace("STRATEGY", strategy, StringComparison.Ordinal);

    private static IEnumerable<string> On(TargetProfile target, string text)
    {
        var check = PolicyReader.Check(text, "p.rgp", target);
        return (
            check.Policy is { } policy
                ? ProgramText.Of(PolicyProgram.Compile(policy, target))
                : check
                    .Diagnostics.Where(item => item.Severity == DiagnosticSeverity.Error)
                    .Select(item => item.Message)
        )
            .Prepend("== " + target.Name)
            .Append("");
    }
}
