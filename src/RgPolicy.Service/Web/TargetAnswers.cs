using System.Buffers;
using System.Text.Json;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>The recent answers of one loop.</summary>
internal sealed class TargetAnswers
{
    private readonly StatusDesk _desk;
    private readonly ArrayBufferWriter<byte> _document = new();

    public TargetAnswers(SiteTarget target)
    {
        (Name, _desk) = (target.Name, target.Desk);
        Page = new RecentAnswer(_desk, WritePage);
    }

    public string Name { get; }

    public RecentAnswer Status => _desk.Status;

    public RecentAnswer Page { get; }

    /// <summary>The target in one line.</summary>
    public async Task<string> GetLineAsync(CancellationToken cancellationToken) => (await _desk.LookAsync(cancellationToken)).View.Line;

    // One page is made at a time.
    private void WritePage(IStatusView view, IBufferWriter<byte> output)
    {
        _document.ResetWrittenCount();
        view.WriteStatus(_document, withSettings: false);
        using var status = JsonDocument.Parse(_document.WrittenMemory);
        StatusPage.Write(output, Name, status.RootElement);
    }
}
