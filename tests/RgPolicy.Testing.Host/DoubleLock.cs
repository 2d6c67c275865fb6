namespace RgPolicy.Testing.Host;

/// <summary>A lock of the double that another process holds.</summary>
/// <param name="release">What gives it back.</param>
internal sealed class DoubleLock(Action release) : IDisposable
{
    public void Dispose() => release();
}
