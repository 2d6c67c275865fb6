using RgPolicy.Sidecar.Tests.Vm;

namespace RgPolicy.Engine.Tests.Allot;

/// <summary>A theory in the test machine; skipped with the reason when the machine or its emulator is
/// not there.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class VmTheoryAttribute : TheoryAttribute
{
    public VmTheoryAttribute() => Skip = new VmFactAttribute().Skip;
}
