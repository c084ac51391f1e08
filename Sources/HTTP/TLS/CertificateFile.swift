import COpenSSL

/// A file of certificates, looked at and not used.
public enum CertificateFile {
    /// Seconds until the first of the certificates in a PEM file ends, negative if it has; nil where it holds none.
    public static func secondsLeft(_ path: String) -> Int? {
        guard let file = BIO_new_file(path, "r") else { return nil }
        defer {
            BIO_free(file)
            ERR_clear_error()
        }
        var least: Int?
        while let certificate = PEM_read_bio_X509(file, nil, nil, nil) {
            let left = Int(daybook_seconds_left(certificate))
            least = min(least ?? left, left)
            X509_free(certificate)
        }
        return least
    }
}
