using System.Text.Json.Serialization.Metadata;
using RgPolicy.Documents.Orders;

namespace RgPolicy.Service.Status.Answers;

/// <summary>What a loop answers: one document, as it is for readers in this process, as bytes for clients.</summary>
internal sealed class LoopAnswer
{
    private readonly Func<byte[]> _write;

    private LoopAnswer(object document, Func<byte[]> write) => (Document, _write) = (document, write);

    public object Document { get; }

    public static LoopAnswer Of<T>(T document, JsonTypeInfo<T> form)
        where T : notnull => new(document, () => DocumentFormat.ToBytes(document, form));

    public static LoopAnswer Error(string? problem) => Of(new ErrorDocument(problem), DocumentFormat.Error);

    /// <summary>The answer where making one has failed.</summary>
    public static LoopAnswer Fault(Exception? fault) =>
        Error(
            $"The answer could not be made, which is a fault of RgPolicy ({fault?.GetType().Name}): "
                + "see the service's log."
        );

    /// <summary>The document on one line.</summary>
    public byte[] ToBytes() => _write();
}
