namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>
/// A test of the shipped units under systemd in the test machine; skipped with the reason when the machine, systemd, or what compiles
/// the sidecar natively is not there.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class VmUnitsFactAttribute : FactAttribute
{
    private static readonly string[] Needed = ["/lib/systemd/systemd", "/usr/bin/systemctl", "/usr/bin/unshare"];

    public VmUnitsFactAttribute() => Skip = new VmFactAttribute().Skip ?? Find();

    private static string? Find() => Array.Find(Needed, f => !File.Exists(f)) is { } missing ? $"needs {missing}: apt-get install systemd util-linux"
        : NativeSidecar.MissingTool;
}
