#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

/* Seconds until a certificate ends, negative when it has. */
static inline long daybook_seconds_left(const X509 *certificate) {
    int days = 0, seconds = 0;
    ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate));
    return days * 86400L + seconds;
}
