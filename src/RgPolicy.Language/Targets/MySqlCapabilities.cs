using RgPolicy.Language.Model;
using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>MySQL and MariaDB: each session is a thread with an id of the kernel's, so the running
/// query is governed.</summary>
internal static class MySqlCapabilities
{
    public static SettingCapability Of(SettingName name, TargetProfile target) =>
        name switch
        {
            SettingName.Cache => HardwareCapabilities.Cache(target, "L3 mask of the session's thread"),
            SettingName.MemoryBandwidth => HardwareCapabilities.Bandwidth(
                target,
                "memory bandwidth of the session's thread"
            ),
            SettingName.Cores => HardwareCapabilities.OnLinux(
                target,
                Full(SettingReach.Running, "CPU affinity of the session's thread")
            ),
            SettingName.CpuWeight => HardwareCapabilities.OnLinux(
                target,
                Full(SettingReach.Running, "one CPU group per pool")
            ),
            SettingName.CpuCap => HardwareCapabilities.OnLinux(target, Cap()),
            SettingName.Slots => HardwareCapabilities.Slots(target),
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

    private static SettingCapability Cap() =>
        new(
            SettingReach.Running,
            "one CPU group per pool",
            "A thread under a CPU quota may hold a lock that all others wait for."
        )
        {
            Degraded = "The pool gets the lowest safe weight instead.",
        };
}
