using RgPolicy.Language.Model;
using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>MySQL and MariaDB: each session is a thread with an id of the kernel's, so the running
/// query is governed.</summary>
internal static class MySqlCapabilities
{
    public static SettingCapability Of(SettingName name, TargetProfile target) =>
        HardwareCapabilities.OfProcesses(name, target, "thread", "the session's thread")
        ?? name switch
        {
            SettingName.CpuTime => Nothing(
                "The server ends no query by its CPU time: write a rule, `when request.cpu > T then ...`."
            ),
            SettingName.IoRead or SettingName.IoReads or SettingName.IoWrite or SettingName.IoMinReads => Nothing(
                "All sessions are threads of one process, and the kernel limits input and output per process only."
            ),
            SettingName.Concurrency => Sessions(),
            _ => Nothing("The server has no such limit for a group of sessions."),
        };

    private static SettingCapability Sessions() =>
        new(
            SettingReach.NextSession,
            "MAX_USER_CONNECTIONS of the account",
            "The server limits the sessions of each account, idle ones too, where the login alone decides the class."
        )
        {
            Degraded = "A session above that is refused, and waits for nothing.",
        };
}
