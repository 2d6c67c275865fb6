namespace RgPolicy.Sidecar.Native;

/// <summary>A descriptor that is closed when it is disposed of, and with it the lock that it holds.</summary>
/// <param name="descriptor">The descriptor.</param>
internal sealed class HeldDescriptor(int descriptor) : IDisposable
{
    public void Dispose() => _ = Libc.Close(descriptor);
}
